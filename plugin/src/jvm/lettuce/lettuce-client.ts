import type { NatMap } from '../../../../shared/redis/url/nat-map.ts';
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
  StatefulRedisSentinelConnection,
} from '../../../types/lettuce.ts';
import type { TlsFiles } from '../../config/parse-config.ts';
import { toPromise } from '../java-interop.ts';
import type { ConnectionSource } from './lettuce-connection.ts';
import { CONNECT_TIMEOUT_MS, serverUri } from './redis-uris.ts';

export interface LettuceClientOptions {
  /** The timeout of one command, in milliseconds. */
  readonly commandTimeoutMs: number;
  readonly tls: TlsFiles;
  readonly natMap: NatMap;
  readonly executor: Executor;
}

/**
 * The maximum number of commands in flight. Further commands fail, so that a hanging Redis does not fill the
 * memory.
 */
const MAX_COMMANDS_IN_FLIGHT = 10_000;

/** The reconnect delay in milliseconds, doubled from the minimum up to the maximum. */
const MIN_RECONNECT_DELAY_MS = 50;
const MAX_RECONNECT_DELAY_MS = 1000;

/**
 * The interval in which the topology of a cluster is refreshed, in milliseconds. It is also the minimum time
 * between refreshes that are triggered by signs of a change.
 */
const REFRESH_MS = 1000;

/**
 * The quiet period and the timeout of netty's shutdown, in milliseconds. Without a quiet period, netty's
 * event loop closes its sockets, runs its queue, and ends: a socket that was queued to connect then stays
 * open until the process ends (netty 4.2). While Redis is frozen, the whole timeout passes. It must end well
 * before the Java bridge stops waiting for the script, as nothing would end the threads after that.
 */
const SHUTDOWN_QUIET_MS = 50;
const SHUTDOWN_TIMEOUT_MS = 1000;

/**
 * Lettuce, configured so that commands fail immediately while disconnected, and no command is sent twice:
 * commands in flight fail when the connection is lost.
 */
export class LettuceClient {
  readonly #resources: ClientResources;
  readonly #options: ClientOptions;
  readonly #client: RedisClient;
  readonly #executor: Executor;
  readonly #utf8 = Java.type('io.lettuce.core.codec.StringCodec').UTF8;
  #cluster: RedisClusterClient | undefined;

  /** @throws (a Java exception) if a certificate is invalid */
  constructor(options: LettuceClientOptions) {
    this.#options = createClientOptions(options);
    this.#resources = createResources(options.natMap);
    this.#client = new (Java.type('io.github.featurecontrol.isolated.AsyncRedisClient'))(this.#resources);
    this.#client.setOptions(this.#options);
    this.#executor = options.executor;
  }

  /** Returns a source of connections to one server. */
  sourceOf(uri: RedisUri): ConnectionSource {
    return {
      connect: () => toPromise(this.#client.connectAsync(this.#utf8, uri), this.#executor),
      release: (connection) => {
        connection.closeAsync();
      },
    };
  }

  connectToSentinel(uri: RedisUri): Promise<StatefulRedisSentinelConnection> {
    return toPromise(this.#client.connectSentinelAsync(this.#utf8, uri), this.#executor);
  }

  /** Connects to a cluster. May be called again after it has failed, but not after it has succeeded. */
  async connectToCluster(url: RedisClusterUrl): Promise<StatefulRedisClusterConnection> {
    this.#cluster ??= this.#createCluster(url);
    await toPromise(this.#cluster.refreshPartitionsAsync(), this.#executor);
    return await toPromise(this.#cluster.connectAsync(this.#utf8), this.#executor);
  }

  /** Closes all connections, including those that are being opened, and ends the threads. */
  async shutDown(): Promise<void> {
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
    const seeds = Java.type('java.util.List').of(...url.nodes.map((node) => serverUri(url, node)));
    const cluster = Java.type('io.lettuce.core.cluster.RedisClusterClient').create(this.#resources, seeds);
    cluster.setOptions(createClusterOptions(this.#options));
    return cluster;
  }
}

/** The client, with the executor and timers needed to use it. */
export interface LettuceAccess {
  readonly client: LettuceClient;
  readonly executor: Executor;
  readonly timers: Timers;
}

function createResources(natMap: NatMap): ClientResources {
  const Duration = Java.type('java.time.Duration');
  const pause = Java.type('io.lettuce.core.resource.Delay').exponential(
    Duration.ofMillis(MIN_RECONNECT_DELAY_MS),
    Duration.ofMillis(MAX_RECONNECT_DELAY_MS),
    2,
    Java.type('java.util.concurrent.TimeUnit').MILLISECONDS,
  );
  const addresses = new (Java.type('io.github.featurecontrol.isolated.NatMap'))();
  for (const [announced, { host, port }] of natMap) addresses.put(announced, host, port);
  return Java.type('io.lettuce.core.resource.DefaultClientResources')
    .builder()
    .eventBus(new (Java.type('io.github.featurecontrol.isolated.NoEvents'))())
    .reconnectDelay(pause)
    .addressResolverGroup(new (Java.type('io.github.featurecontrol.isolated.HostNames'))())
    .socketAddressResolver(
      Java.type('io.lettuce.core.resource.MappingSocketAddressResolver').create(addresses),
    )
    .build();
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

function createClientOptions({ commandTimeoutMs, tls }: LettuceClientOptions): ClientOptions {
  const Duration = Java.type('java.time.Duration');
  return Java.type('io.lettuce.core.ClientOptions')
    .builder()
    .disconnectedBehavior(Java.type('io.lettuce.core.ClientOptions$DisconnectedBehavior').REJECT_COMMANDS)
    .protocolVersion(Java.type('io.lettuce.core.protocol.ProtocolVersion').RESP3)
    .maintNotificationsConfig(Java.type('io.lettuce.core.MaintNotificationsConfig').disabled())
    .requestQueueSize(MAX_COMMANDS_IN_FLIGHT)
    .socketOptions(
      Java.type('io.lettuce.core.SocketOptions')
        .builder()
        .connectTimeout(Duration.ofMillis(CONNECT_TIMEOUT_MS))
        .keepAlive(true)
        .build(),
    )
    .timeoutOptions(Java.type('io.lettuce.core.TimeoutOptions').enabled(Duration.ofMillis(commandTimeoutMs)))
    .sslOptions(
      Java.type('io.github.featurecontrol.isolated.Certificates').options(
        tls.authorities,
        tls.certificate,
        tls.key,
      ),
    )
    .build();
}
