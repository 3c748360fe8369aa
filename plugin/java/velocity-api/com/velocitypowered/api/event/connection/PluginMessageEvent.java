package com.velocitypowered.api.event.connection;

import com.velocitypowered.api.event.ResultedEvent;
import com.velocitypowered.api.proxy.messages.ChannelIdentifier;
import com.velocitypowered.api.proxy.messages.ChannelMessageSink;
import com.velocitypowered.api.proxy.messages.ChannelMessageSource;
import java.io.ByteArrayInputStream;

/**
 * A plugin message on a registered channel. The packet is forwarded or dropped after the handlers have run
 * (fact 8 in tools/development-proxy/README.md).
 */
public final class PluginMessageEvent implements ResultedEvent<PluginMessageEvent.ForwardResult> {
    public PluginMessageEvent(
            ChannelMessageSource source,
            ChannelMessageSink target,
            ChannelIdentifier identifier,
            byte[] data) {
    }

    @Override
    public native ForwardResult getResult();

    @Override
    public native void setResult(ForwardResult result);

    /** A {@code Player} or a {@code ServerConnection}, but see facts 4 and 5. */
    public native ChannelMessageSource getSource();

    public native ChannelMessageSink getTarget();

    public native ChannelIdentifier getIdentifier();

    /** Returns a new copy at every call (fact 12). */
    public native byte[] getData();

    /** Reads the message without a copy. */
    public native ByteArrayInputStream dataAsInputStream();

    /** Whether the proxy forwards the message, which is the default (fact 3). */
    public static final class ForwardResult implements ResultedEvent.Result {
        private ForwardResult() {
        }

        @Override
        public native boolean isAllowed();

        public static native ForwardResult forward();

        public static native ForwardResult handled();
    }
}
