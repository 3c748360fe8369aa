import type { Executor } from '../../../types/jdk.ts';
import type {
  ClientOptions,
  RedisClient,
  RedisUri,
  StatefulRedisConnection,
  StatefulRedisSentinelConnection,
} from '../../../types/lettuce.ts';
import { CONNECT_TIMEOUT_MS } from './redis-uris.ts';
import { trustManagersFor } from './trust-managers.ts';
import { toPromise } from '../to-promise.ts';

export interface LettuceClientOptions {
  /** How long one command may take, in milliseconds. */
  readonly commandTimeoutMs: number;
  /** Of authorities to trust, each the Base64 of one in DER; none for those that the JVM trusts. */
  readonly certificates: readonly string[];
  readonly executor: Executor;
}

/** Commands that may be on their way at once; one more fails, so that a Redis that hangs does not fill the memory. */
const MOST_COMMANDS_UNDER_WAY = 10_000;

/**
 * Lettuce with everything switched off that would answer late or wrongly: no queue while disconnected, and no reconnection of its own, as that sends commands
 * twice and forgets `CLIENT TRACKING`.
 */
export class LettuceClient {
  readonly #client: RedisClient;
  readonly #executor: Executor;
  readonly #closing = new Set<Promise<unknown>>();

  /** @throws (a Java exception) where a certificate is none */
  constructor(options: LettuceClientOptions) {
    const clientOptions = createClientOptions(options);
    this.#client = new (Java.type('io.github.featurecontrol.isolated.AsyncRedisClient'))();
    this.#client.setOptions(clientOptions);
    this.#executor = options.executor;
  }

  connect(uri: RedisUri): Promise<StatefulRedisConnection> {
    const { UTF8 } = Java.type('io.lettuce.core.codec.StringCodec');
    return toPromise(this.#client.connectAsync(UTF8, uri), this.#executor);
  }

  connectToSentinel(uri: RedisUri): Promise<StatefulRedisSentinelConnection> {
    const { UTF8 } = Java.type('io.lettuce.core.codec.StringCodec');
    return toPromise(this.#client.connectSentinelAsync(UTF8, uri), this.#executor);
  }

  /** Closes a connection that may be closed already. */
  close(connection: StatefulRedisConnection | StatefulRedisSentinelConnection): void {
    if (!connection.isOpen()) return;
    const closing = toPromise(connection.closeAsync(), this.#executor).finally(() => {
      this.#closing.delete(closing);
    });
    this.#closing.add(closing);
  }

  /** Closes every connection and ends the threads. */
  async shutDown(): Promise<void> {
    // Lettuce complains of connections that it closes while they are being closed.
    await Promise.allSettled(this.#closing);
    await toPromise(this.#client.shutdownAsync(), this.#executor);
  }
}

function createClientOptions({ commandTimeoutMs, certificates }: LettuceClientOptions): ClientOptions {
  const Duration = Java.type('java.time.Duration');
  const builder = Java.type('io.lettuce.core.ClientOptions')
    .builder()
    .autoReconnect(false)
    .disconnectedBehavior(Java.type('io.lettuce.core.ClientOptions$DisconnectedBehavior').REJECT_COMMANDS)
    .protocolVersion(Java.type('io.lettuce.core.protocol.ProtocolVersion').RESP3)
    .maintNotificationsConfig(Java.type('io.lettuce.core.MaintNotificationsConfig').disabled())
    .requestQueueSize(MOST_COMMANDS_UNDER_WAY)
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
      .trustManager(trustManagersFor(certificates));
    builder.sslOptions(trusted.build());
  }
  return builder.build();
}
