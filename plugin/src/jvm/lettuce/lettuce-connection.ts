import { isReadableDespite, RedisError } from '../../../../shared/redis/redis-error.ts';
import type { RedisUrl } from '../../../../shared/redis/url/redis-url.ts';
import { assertServerKind, WrongServerKind } from '../../../../shared/redis/url/server-kind.ts';
import type { CancelTimer, Timers } from '../../../../shared/timers.ts';
import type { ScriptHost } from '../../../types/bridge.ts';
import type { Executor } from '../../../types/jdk.ts';
import type {
  ConnectionStateListener,
  RedisAsyncCommands,
  StatefulRedisConnection,
} from '../../../types/lettuce.ts';
import { toPromise } from '../java-interop.ts';
import { toRedisError } from './lettuce-error.ts';

/** Opens and closes connections. */
export interface ConnectionSource {
  /** Opens a connection. Lettuce reconnects it automatically afterwards. */
  readonly connect: () => Promise<StatefulRedisConnection>;
  /** Closes a connection returned by `connect`. */
  readonly release: (connection: StatefulRedisConnection) => void;
}

export interface LettuceConnectionDependencies extends ConnectionSource {
  readonly host: ScriptHost;
  readonly timers: Timers;
  /** The URL by which the server was found. A server of another kind is not used. */
  readonly url: RedisUrl;
  /** Called after each (re)connection, before `up`. */
  readonly prepare?: (connection: StatefulRedisConnection) => Promise<unknown>;
  readonly up: () => void;
  /**
   * Called once for each loss, once when the first attempt fails, and once when a server of another kind than
   * the URL says has answered since.
   */
  readonly down: (cause: unknown) => void;
}

/** The interval of checks, and of first attempts to connect, in milliseconds. */
const CHECK_MS = 1000;

/**
 * One connection, which starts to connect when it is created, and which Lettuce reconnects. This class adds
 * what Lettuce lacks: it retries a failed first attempt, detects a connection that was lost without a TCP
 * reset (ADR 11), and repeats the preparation of each new connection.
 */
export class LettuceConnection {
  readonly #dependencies: LettuceConnectionDependencies;
  readonly #listener: ConnectionStateListener;
  #connection: StatefulRedisConnection | undefined;
  /** Cached, as each call of a Java method is expensive. Undefined while the connection is not up. */
  #commands: RedisAsyncCommands | undefined;
  #isDown = false;
  #isOfWrongKind = false;
  #isClosed = false;
  /**
   * Incremented whenever Lettuce connects or disconnects, so that results of an earlier connection are
   * ignored.
   */
  #epoch = 0;
  #cancelNext: CancelTimer = () => undefined;

  constructor(dependencies: LettuceConnectionDependencies) {
    this.#dependencies = dependencies;
    this.#listener = dependencies.host.listener(
      'io.lettuce.core.RedisConnectionStateListener',
      null,
      (method: string) => {
        if (method === 'onRedisConnected') this.#begin();
        else if (method === 'onRedisDisconnected') this.#disconnected();
      },
    ) as ConnectionStateListener;
    void this.#connect();
  }

  /** Undefined while the connection cannot be used. */
  get commands(): RedisAsyncCommands | undefined {
    return this.#commands;
  }

  /** Whether it is connected to a server of another kind than the URL says. */
  get isOfWrongKind(): boolean {
    return this.#isOfWrongKind;
  }

  close(): void {
    this.#isClosed = true;
    this.#cancelNext();
    this.#commands = undefined;
    if (this.#connection === undefined) return;
    this.#connection.removeListener(this.#listener);
    this.#dependencies.release(this.#connection);
  }

  async #connect(): Promise<void> {
    const { connect, release } = this.#dependencies;
    try {
      const connection = await connect();
      if (this.#isClosed) {
        release(connection);
        return;
      }
      this.#connection = connection;
      connection.addListener(this.#listener);
      this.#begin();
    } catch (cause) {
      this.#lose(cause);
      this.#schedule(() => this.#connect());
    }
  }

  #disconnected(): void {
    this.#epoch += 1;
    this.#cancelNext();
    this.#isOfWrongKind = false;
    this.#lose(new Error('the connection was closed'));
  }

  #begin(): void {
    this.#epoch += 1;
    this.#cancelNext();
    if (this.#connection !== undefined) void this.#checkNow(this.#connection, this.#epoch);
  }

  async #checkNow(connection: StatefulRedisConnection, epoch: number): Promise<void> {
    const { host, prepare, url } = this.#dependencies;
    const executor = host.thread();
    const isCurrent = (): boolean => epoch === this.#epoch && !this.#isClosed;
    const redis = this.#commands ?? connection.async();
    const check = (): Promise<void> =>
      url.kind === 'sentinel' ? pingMaster(redis, executor) : ping(redis, executor);
    try {
      // Checked twice before the connection is closed, as a pause of the JVM may delay one reply.
      await check().catch(check);
      // If the script thread was starved, several reconnections are reported late.
      if (!isCurrent()) return;
      if (this.#commands === undefined) {
        await checkKind(redis, url, executor);
        await prepare?.(connection);
      }
      if (!isCurrent()) return;
      this.#becomeUp(redis);
    } catch (cause) {
      if (!isCurrent()) return;
      const wasUp = this.#commands !== undefined;
      this.#lose(cause);
      // A connection that never was up and is refused stays open: a new one would be refused again.
      if (wasUp || isUnreachable(cause)) disconnect(connection);
    }
    this.#schedule(() => this.#checkNow(connection, epoch));
  }

  #becomeUp(redis: RedisAsyncCommands): void {
    if (this.#commands !== undefined) return;
    this.#commands = redis;
    this.#isDown = false;
    this.#dependencies.up();
  }

  #lose(cause: unknown): void {
    this.#commands = undefined;
    const isKnown = this.#isDown && (this.#isOfWrongKind || !(cause instanceof WrongServerKind));
    if (this.#isClosed || isKnown) return;
    this.#isDown = true;
    this.#isOfWrongKind = cause instanceof WrongServerKind;
    this.#dependencies.down(cause);
  }

  #schedule(next: () => Promise<void>): void {
    if (!this.#isClosed) this.#cancelNext = this.#dependencies.timers.after(CHECK_MS, () => void next());
  }
}

function isUnreachable(cause: unknown): boolean {
  const failure = toRedisError(cause);
  return failure instanceof RedisError && failure.reason === 'unreachable';
}

/**
 * Closes the socket, so that Lettuce reconnects. The channel writer is a wrapper that handles timeouts; its
 * delegate owns the socket.
 */
function disconnect(connection: StatefulRedisConnection): void {
  connection.getChannelWriter().getDelegate().disconnect();
}

/** @throws {WrongServerKind} A server that refuses INFO counts as right. */
async function checkKind(redis: RedisAsyncCommands, url: RedisUrl, executor: Executor): Promise<void> {
  const info = await toPromise(redis.info('server'), executor).catch((cause: unknown) => {
    if (isUnreachable(cause)) throw cause;
    return '';
  });
  assertServerKind(info, url);
}

/** Rejects if the server does not answer, or does not serve reads. */
async function ping(redis: RedisAsyncCommands, executor: Executor): Promise<void> {
  try {
    await toPromise(redis.ping(), executor);
  } catch (cause) {
    if (!isReadableDespite(toRedisError(cause))) throw cause;
  }
}

/** Rejects if the server does not answer, or is not the master. */
async function pingMaster(redis: RedisAsyncCommands, executor: Executor): Promise<void> {
  const role = await toPromise(redis.role(), executor);
  if (role.get(0) !== 'master') throw new Error('the server is not the master');
}
