package io.github.featurecontrol.isolated;

import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.api.push.PushListener;
import io.lettuce.core.api.push.PushMessage;
import java.net.SocketAddress;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/** Lettuce's listeners, which it calls on its own threads. They call the script on the script thread. */
public final class RedisListeners {

    private RedisListeners() {}

    public static PushListener pushes(Executor script, Consumer<PushMessage> listener) {
        return message -> script.execute(() -> listener.accept(message));
    }

    public static RedisConnectionStateListener connection(
        Executor script,
        Runnable connected,
        Runnable disconnected
    ) {
        return new RedisConnectionStateListener() {
            @Override
            public void onRedisConnected(RedisChannelHandler<?, ?> connection, SocketAddress address) {
                script.execute(connected);
            }

            @Override
            public void onRedisDisconnected(RedisChannelHandler<?, ?> connection) {
                script.execute(disconnected);
            }
        };
    }
}
