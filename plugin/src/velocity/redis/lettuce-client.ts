import type { RedisClusterUrl } from '../../../../shared/redis/url/redis-url.ts';
import type { Timers } from '../../../../shared/timers.ts';
import type { Executor } from '../../../types/jdk.ts';
import type {
  ClientOptions,
  ClientResources,
  ClusterClientOptions,
  RedisClient,
  RedisClusterClient,
  RedisUri,
  StatefulRedisClusterConnection,
  StatefulRedisConnection,
  StatefulRedisSentinelConnection,
} from '../../../types/lettuce.ts';
import type { ConnectionSource } from './lettuce-connection.ts';
import { CONNECT_TIMEOUT_MS, clusterNodeUri } from './redis-uris.ts';
import { createTrustManagers } from './trust-managers.ts';
import { toPromise } from '../java-interop.ts';

export interface LettuceClientOptions {
  /** How long one command may take, in milliseconds. */
  readonly commandTimeoutMs: number;
  /** Of authorities to trust, each the Base64 of one in DER; none for those that the JVM trusts. */
  readonly certificates: readonly string[];
  readonly executor: Executor;
}

/** Commands in flight at once; one more fails, so that a Redis that hangs does not fill the memory. */
const MOST_COMMANDS_IN_FLIGHT = 10_000;

/** Between two attempts to reconnect: doubled from the first to the last, in milliseconds. */
const FIRST_PAUSE_MS = 50;
const LAST_PAUSE_MS = 1000;

/**
 * How often the topology of a cluster is refreshed, in milliseconds; on a sign that it has changed, also
 * before, but no more often.
 */
const REFRESH_MS = 1000;

/**
 * For how long netty's event loop must have had nothing to do before it ends, and the most that it waits for
 * that, in milliseconds. Without a quiet period it closes its sockets, runs what is queued, and ends: a
 * socket that was queued to connect then stays open until the process ends (netty 4.2). While a Redis is
 * frozen, the most is waited: it ends well before the bridge gives the script up, after which nobody would
 * end the threads.
 */
const SHUTDOWN_QUIET_MS = 50;
const SHUTDOWN_TIMEOUT_MS = 1000;

/**
 * Lettuce, so that commands fail at once while disconnected, and none is sent twice: what is in flight when a
 * connection is lost fails.
 */
export class LettuceClient {
  readonly #resources: ClientResources;
  readonly #options: ClientOptions;
  readonly #client: RedisClient;
  readonly #executor: Executor;
  readonly #closing = new Set<Promise<unknown>>();
  #cluster: RedisClusterClient | undefined;

  /** @throws (a Java exception) where a certificate is none */
  constructor(options: LettuceClientOptions) {
    this.#options = createClientOptions(options);
    this.#resources = createResources();
    this.#client = new (Java.type('io.github.featurecontrol.isolated.AsyncRedisClient'))(this.#resources);
    this.#client.setOptions(this.#options);
    this.#executor = options.executor;
  }

  /** Of connections to one server. */
  sourceOf(uri: RedisUri): ConnectionSource {
    const { UTF8 } = Java.type('io.lettuce.core.codec.StringCodec');
    return {
      connect: () => toPromise(this.#client.connectAsync(UTF8, uri), this.#executor),
      release: (connection) => {
        this.close(connection);
      },
    };
  }

  connectToSentinel(uri: RedisUri): Promise<StatefulRedisSentinelConnection> {
    const { UTF8 } = Java.type('io.lettuce.core.codec.StringCodec');
    return toPromise(this.#client.connectSentinelAsync(UTF8, uri), this.#executor);
  }

  /** Called again where it has failed, and at most once where it has not. */
  async connectToCluster(url: RedisClusterUrl): Promise<StatefulRedisClusterConnection> {
    const { UTF8 } = Java.type('io.lettuce.core.codec.StringCodec');
    this.#cluster ??= this.#createCluster(url);
    await toPromise(this.#cluster.refreshPartitionsAsync(), this.#executor);
    return await toPromise(this.#cluster.connectAsync(UTF8), this.#executor);
  }

  close(connection: StatefulRedisConnection | StatefulRedisSentinelConnection): void {
    const closing = toPromise(connection.closeAsync(), this.#executor).finally(() => {
      this.#closing.delete(closing);
    });
    this.#closing.add(closing);
  }

  /** Closes every connection, those that are being opened too, and ends the threads. */
  async shutDown(): Promise<void> {
    // Lettuce complains of connections that it closes while they are being closed.
    await Promise.allSettled(this.#closing);
    const { MILLISECONDS } = Java.type('java.util.concurrent.TimeUnit');
    const clients = [this.#client, ...(this.#cluster === undefined ? [] : [this.#cluster])];
    const ended = clients.map((client) =>
      client.shutdownAsync(SHUTDOWN_QUIET_MS, SHUTDOWN_TIMEOUT_MS, MILLISECONDS),
    );
    await Promise.all(ended.map((end) => toPromise(end, this.#executor)));
    const stage = Java.type('io.lettuce.core.internal.Futures').toCompletionStage(this.#resources.shutdown());
    await toPromise(stage, this.#executor);
  }

  #createCluster(url: RedisClusterUrl): RedisClusterClient {
    const seeds = Java.type('java.util.List').of(...url.nodes.map((node) => clusterNodeUri(url, node)));
    const cluster = Java.type('io.lettuce.core.cluster.RedisClusterClient').create(this.#resources, seeds);
    cluster.setOptions(createClusterOptions(this.#options));
    return cluster;
  }
}

/** The client, with what is needed besides to ask for something. */
export interface LettuceAccess {
  readonly client: LettuceClient;
  readonly executor: Executor;
  readonly timers: Timers;
}

function createResources(): ClientResources {
  const Duration = Java.type('java.time.Duration');
  const pause = Java.type('io.lettuce.core.resource.Delay').exponential(
    Duration.ofMillis(FIRST_PAUSE_MS),
    Duration.ofMillis(LAST_PAUSE_MS),
    2,
    Java.type('java.util.concurrent.TimeUnit').MILLISECONDS,
  );
  return Java.type('io.lettuce.core.resource.DefaultClientResources').builder().reconnectDelay(pause).build();
}

function createClusterOptions(options: ClientOptions): ClusterClientOptions {
  const Duration = Java.type('java.time.Duration');
  const refresh = Java.type('io.lettuce.core.cluster.ClusterTopologyRefreshOptions')
    .builder()
    .enablePeriodicRefresh(Duration.ofMillis(REFRESH_MS))
    .enableAllAdaptiveRefreshTriggers()
    .adaptiveRefreshTriggersTimeout(Duration.ofMillis(REFRESH_MS))
    .build();
  return Java.type('io.lettuce.core.cluster.ClusterClientOptions')
    .builder(options)
    .topologyRefreshOptions(refresh)
    .build();
}

function createClientOptions({ commandTimeoutMs, certificates }: LettuceClientOptions): ClientOptions {
  const Duration = Java.type('java.time.Duration');
  const builder = Java.type('io.lettuce.core.ClientOptions')
    .builder()
    .disconnectedBehavior(Java.type('io.lettuce.core.ClientOptions$DisconnectedBehavior').REJECT_COMMANDS)
    .protocolVersion(Java.type('io.lettuce.core.protocol.ProtocolVersion').RESP3)
    .maintNotificationsConfig(Java.type('io.lettuce.core.MaintNotificationsConfig').disabled())
    .requestQueueSize(MOST_COMMANDS_IN_FLIGHT)
    .socketOptions(
      Java.type('io.lettuce.core.SocketOptions')
        .builder()
        .connectTimeout(Duration.ofMillis(CONNECT_TIMEOUT_MS))
        .keepAlive(true)
        .build(),
    )
    .timeoutOptions(Java.type('io.lettuce.core.TimeoutOptions').enabled(Duration.ofMillis(commandTimeoutMs)));
  if (certificates.length > 0) {
    const trusted = Java.type('io.lettuce.core.SslOptions')
      .builder()
      .trustManager(createTrustManagers(certificates));
    builder.sslOptions(trusted.build());
  }
  return builder.build();
}
