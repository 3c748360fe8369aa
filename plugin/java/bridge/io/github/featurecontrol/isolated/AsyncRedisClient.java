package io.github.featurecontrol.isolated;

import io.lettuce.core.RedisChannelWriter;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisReactiveCommandsImpl;
import io.lettuce.core.RedisURI;
import io.lettuce.core.StatefulRedisConnectionImpl;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.protocol.PushHandler;
import io.lettuce.core.resource.ClientResources;
import java.time.Duration;

/**
 * A Lettuce client whose connections have only the asynchronous API, which is the one the script uses. For
 * the synchronous API the JVM would generate a class with about a thousand methods at each start.
 */
public final class AsyncRedisClient extends RedisClient {

    public AsyncRedisClient(ClientResources resources) {
        super(resources, new RedisURI());
    }

    @Override
    protected <K, V> StatefulRedisConnectionImpl<K, V> newStatefulRedisConnection(
        RedisChannelWriter writer,
        PushHandler pushes,
        RedisCodec<K, V> codec,
        Duration timeout
    ) {
        return new StatefulRedisConnectionImpl<>(writer, pushes, codec, timeout) {
            @Override
            protected RedisCommands<K, V> newRedisSyncCommandsImpl() {
                return null;
            }

            @Override
            protected RedisReactiveCommandsImpl<K, V> newRedisReactiveCommandsImpl() {
                return null;
            }
        };
    }
}
