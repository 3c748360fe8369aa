package com.velocitypowered.api.proxy.messages;

/** A channel with an arbitrary name, as in clients before 1.13. */
public final class LegacyChannelIdentifier implements ChannelIdentifier {

    private final String name;

    public LegacyChannelIdentifier(String name) {
        if (name == null || name.isEmpty()) {
            throw new IllegalArgumentException("the name is empty");
        }
        this.name = name;
    }

    @Override
    public String getId() {
        return name;
    }
}
