import type { RedisClient, RedisUri, StatefulRedisConnection } from '../../types/lettuce.ts';
import type { Executor } from '../../types/jdk.ts';
import { toPromise } from './to-promise.ts';

export interface LettuceClientOptions {
  /** `redis://` or `rediss://`, with user, password and database in it. */
  readonly url: string;
  /** How long one command may take, in milliseconds. */
  readonly commandTimeoutMs: number;
  readonly executor: Executor;
}

/** How long connecting may take, and the handshake after it, in milliseconds. Nobody waits for them as for a command. */
const CONNECT_TIMEOUT_MS = 5000;

/** Commands that may be on their way at once; one more fails, so that a Redis that hangs does not fill the memory. */
const MOST_COMMANDS_UNDER_WAY = 10_000;

/**
 * Lettuce with everything switched off that would answer late or wrongly: no queue while disconnected, and no reconnection of its own, as that sends commands
 * twice and forgets `CLIENT TRACKING`.
 */
export class LettuceClient {
  readonly #uri: RedisUri;
  readonly #client: RedisClient;
  readonly #executor: Executor;
  readonly #closing = new Set<Promise<unknown>>();

  /** @throws (a Java exception) where the URL is none */
  constructor({ url, commandTimeoutMs, executor }: LettuceClientOptions) {
    this.#uri = Java.type('io.lettuce.core.RedisURI').create(url);
    this.#uri.setTimeout(Java.type('java.time.Duration').ofMillis(CONNECT_TIMEOUT_MS));
    this.#client = Java.type('io.lettuce.core.RedisClient').create(this.#uri);
    this.#client.setOptions(clientOptions(commandTimeoutMs));
    this.#executor = executor;
  }

  connect(): Promise<StatefulRedisConnection> {
    const { UTF8 } = Java.type('io.lettuce.core.codec.StringCodec');
    return toPromise(this.#client.connectAsync(UTF8, this.#uri), this.#executor);
  }

  /** Closes a connection that may be closed already. */
  close(connection: StatefulRedisConnection): void {
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

function clientOptions(commandTimeoutMs: number) {
  const Duration = Java.type('java.time.Duration');
  return Java.type('io.lettuce.core.ClientOptions')
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
    .timeoutOptions(Java.type('io.lettuce.core.TimeoutOptions').enabled(Duration.ofMillis(commandTimeoutMs)))
    .build();
}
