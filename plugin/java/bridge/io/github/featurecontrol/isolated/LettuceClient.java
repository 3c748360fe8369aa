package io.github.featurecontrol.isolated;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.MaintNotificationsConfig;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.SslOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.internal.Futures;
import io.lettuce.core.internal.HostAndPort;
import io.lettuce.core.protocol.ProtocolVersion;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import io.lettuce.core.resource.Delay;
import io.lettuce.core.resource.MappingSocketAddressResolver;
import io.lettuce.core.sentinel.api.StatefulRedisSentinelConnection;
import java.io.ByteArrayInputStream;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Lettuce, configured so that commands fail immediately while disconnected, and no command is sent twice:
 * commands in flight fail when the connection is lost.
 */
public final class LettuceClient {

    /**
     * The timeout of connecting, and of the handshake after it. Longer than that of a command, as no request
     * waits for it.
     */
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    /**
     * The maximum number of commands in flight. Further commands fail, so that a hanging Redis does not fill
     * the memory.
     */
    private static final int MAX_COMMANDS_IN_FLIGHT = 10_000;
    /** The reconnect delay, doubled from the minimum up to the maximum. */
    private static final Duration MIN_RECONNECT_DELAY = Duration.ofMillis(50);
    private static final Duration MAX_RECONNECT_DELAY = Duration.ofSeconds(1);
    /**
     * The interval in which the topology of a cluster is refreshed. It is also the minimum time between
     * refreshes that are triggered by signs of a change.
     */
    private static final Duration REFRESH = Duration.ofSeconds(1);
    /**
     * The quiet period and the timeout of netty's shutdown. Without a quiet period, netty's event loop closes
     * its sockets, runs its queue, and ends: a socket that was queued to connect then stays open until the
     * process ends (netty 4.2). While Redis is frozen, the whole timeout passes. It must end well before the
     * bridge stops waiting for the script, as nothing would end the threads after that.
     */
    private static final long SHUTDOWN_QUIET_MS = 50;
    private static final long SHUTDOWN_TIMEOUT_MS = 1000;

    private final ClientResources resources;
    private final ClientOptions options;
    private final RedisClient client;
    /** Null until it is used. */
    private RedisClusterClient cluster;

    /**
     * @param natMap the addresses to connect to, by the ones that Redis announces, {@code host:port} without
     * brackets
     */
    public LettuceClient(int commandTimeoutMs, SslOptions tls, Map<String, String> natMap) {
        resources = createResources(natMap);
        options = createOptions(Duration.ofMillis(commandTimeoutMs), tls);
        client = new AsyncRedisClient(resources);
        client.setOptions(options);
    }

    /**
     * @param user null for the default user
     * @param password null for none
     */
    public static RedisURI uri(
        String host,
        int port,
        boolean tls,
        String user,
        String password,
        int database
    ) {
        RedisURI.Builder builder = RedisURI.builder()
            .withHost(host)
            .withPort(port)
            .withSsl(tls)
            .withDatabase(database)
            .withTimeout(CONNECT_TIMEOUT);
        if (user != null) {
            builder.withAuthentication(user, password);
        } else if (password != null) {
            builder.withPassword(password.toCharArray());
        }
        return builder.build();
    }

    /**
     * The certificates for TLS, as texts in PEM form.
     *
     * @param authorities that are trusted; empty for those that the JVM trusts
     * @param certificate of the client; empty for none
     * @param key private key of that certificate, in the form of PKCS #8
     */
    public static SslOptions sslOptions(String authorities, String certificate, String key) {
        SslOptions.Builder builder = SslOptions.builder();
        if (!authorities.isEmpty()) {
            builder.trustManager(resource(authorities));
        }
        if (!certificate.isEmpty()) {
            builder.keyManager(resource(certificate), resource(key), null);
        }
        return builder.build();
    }

    private static SslOptions.Resource resource(String pem) {
        return () -> new ByteArrayInputStream(pem.getBytes(ISO_8859_1));
    }

    public CompletionStage<StatefulRedisConnection<String, String>> connect(RedisURI uri) {
        return client.connectAsync(StringCodec.UTF8, uri);
    }

    public CompletionStage<StatefulRedisSentinelConnection<String, String>> connectToSentinel(RedisURI uri) {
        return client.connectSentinelAsync(StringCodec.UTF8, uri);
    }

    /**
     * Connects to a cluster. May be called again after it has failed, but not after it has succeeded.
     *
     * @param seeds some of its servers, the same at each call
     */
    public CompletionStage<StatefulRedisClusterConnection<String, String>> connectToCluster(
        RedisURI[] seeds
    ) {
        if (cluster == null) {
            cluster = RedisClusterClient.create(resources, List.of(seeds));
            cluster.setOptions(createClusterOptions(options));
        }
        return cluster.refreshPartitionsAsync().thenCompose(unused -> cluster.connectAsync(StringCodec.UTF8));
    }

    /** Closes all connections, including those that are being opened, and ends the threads. */
    public CompletionStage<?> shutDown() {
        CompletableFuture<?>[] ended = Stream.of(client, cluster)
            .filter(Objects::nonNull)
            .map(each -> each.shutdownAsync(SHUTDOWN_QUIET_MS, SHUTDOWN_TIMEOUT_MS, TimeUnit.MILLISECONDS))
            .toArray(CompletableFuture[]::new);
        return CompletableFuture.allOf(ended).thenCompose(unused ->
            Futures.toCompletionStage(resources.shutdown())
        );
    }

    private static ClientResources createResources(Map<String, String> natMap) {
        // A copy, as Lettuce looks addresses up on its own threads, on which the script's map cannot be read.
        Map<String, HostAndPort> addresses = new HashMap<>();
        natMap.forEach((announced, address) -> addresses.put(announced, HostAndPort.parse(address)));
        Function<HostAndPort, HostAndPort> reachable = announced ->
            addresses.getOrDefault(announced.getHostText() + ":" + announced.getPort(), announced);
        return DefaultClientResources.builder()
            .eventBus(new NoEvents())
            .reconnectDelay(
                Delay.exponential(MIN_RECONNECT_DELAY, MAX_RECONNECT_DELAY, 2, TimeUnit.MILLISECONDS)
            )
            .addressResolverGroup(new HostNames())
            .socketAddressResolver(MappingSocketAddressResolver.create(reachable))
            .build();
    }

    private static ClientOptions createOptions(Duration commandTimeout, SslOptions tls) {
        return ClientOptions.builder()
            .disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
            .protocolVersion(ProtocolVersion.RESP3)
            .maintNotificationsConfig(MaintNotificationsConfig.disabled())
            .requestQueueSize(MAX_COMMANDS_IN_FLIGHT)
            .socketOptions(SocketOptions.builder().connectTimeout(CONNECT_TIMEOUT).keepAlive(true).build())
            .timeoutOptions(TimeoutOptions.enabled(commandTimeout))
            .sslOptions(tls)
            .build();
    }

    private static ClusterClientOptions createClusterOptions(ClientOptions options) {
        ClusterTopologyRefreshOptions refresh = ClusterTopologyRefreshOptions.builder()
            .enablePeriodicRefresh(REFRESH)
            .adaptiveRefreshTriggersTimeout(REFRESH)
            .build();
        return ClusterClientOptions.builder(options).topologyRefreshOptions(refresh).build();
    }
}
