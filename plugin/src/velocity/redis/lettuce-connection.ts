import type { CancelTimer, Timers } from '../../../../shared/timers.ts';
import { isReadableDespite, RedisError } from '../../../../shared/redis/redis-error.ts';
import type { ScriptHost } from '../../../types/bridge.ts';
import type { Executor } from '../../../types/jdk.ts';
import type {
  ConnectionStateListener,
  RedisAsyncCommands,
  StatefulRedisConnection,
} from '../../../types/lettuce.ts';
import { toPromise } from '../java-interop.ts';
import { toRedisError } from './lettuce-error.ts';

/** Where a connection comes from. */
export interface ConnectionSource {
  /** The first connection, which Lettuce keeps from then on. */
  readonly connect: () => Promise<StatefulRedisConnection>;
  /** Gives back what `connect` has made. */
  readonly release: (connection: StatefulRedisConnection) => void;
}

export interface LettuceConnectionDependencies extends ConnectionSource {
  readonly host: ScriptHost;
  readonly timers: Timers;
  /** Sent when connected, and every second after that: rejects where the server cannot be used. */
  readonly check: (redis: RedisAsyncCommands) => Promise<unknown>;
  /** Called after each (re)connection before it counts as up. */
  readonly prepare?: (connection: StatefulRedisConnection) => Promise<unknown>;
  readonly up: () => void;
  /** Called once for each loss, and once when the first attempt fails. */
  readonly down: (cause: unknown) => void;
}

/** Between two checks, and between two first attempts, in milliseconds. */
const CHECK_MS = 1000;

/**
 * One connection. Lettuce reconnects it; what Lettuce does not do is done here: to repeat a first attempt
 * that has failed, to notice a connection that was cut without a word (ADR 12), and to send again what a
 * fresh connection needs.
 */
export class LettuceConnection {
  readonly #dependencies: LettuceConnectionDependencies;
  readonly #listener: ConnectionStateListener;
  #connection: StatefulRedisConnection | undefined;
  /** Kept, as each call to the connection leaves the script. Undefined while the connection is not up. */
  #commands: RedisAsyncCommands | undefined;
  #isDown = false;
  #isClosed = false;
  /**
   * Rises whenever Lettuce connects or is disconnected: what was asked before says nothing of the connection
   * after.
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
  }

  /** @returns undefined while there is no connection that can be used */
  get commands(): RedisAsyncCommands | undefined {
    return this.#commands;
  }

  /** Begins to connect. Returns at once. */
  open(): void {
    void this.#connect();
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
      this.#schedule(() => {
        this.open();
      });
    }
  }

  #disconnected(): void {
    this.#epoch += 1;
    this.#cancelNext();
    this.#lose(new Error('the connection was closed'));
  }

  #begin(): void {
    this.#epoch += 1;
    this.#cancelNext();
    if (this.#connection !== undefined) void this.#checkNow(this.#connection, this.#epoch);
  }

  async #checkNow(connection: StatefulRedisConnection, epoch: number): Promise<void> {
    const { check, prepare } = this.#dependencies;
    const isCurrent = (): boolean => epoch === this.#epoch && !this.#isClosed;
    const redis = this.#commands ?? connection.async();
    try {
      // Twice before it is given up: a pause of the JVM lets one reply come too late.
      await check(redis).catch(() => check(redis));
      // A script that had no processor learns late that Lettuce has reconnected, more than once: only for the
      // last connection is anything done, as Redis refuses to prepare one twice.
      if (!isCurrent()) return;
      if (this.#commands === undefined) await prepare?.(connection);
      if (!isCurrent()) return;
      this.#becomeUp(redis);
    } catch (cause) {
      if (!isCurrent()) return;
      const wasUp = this.#commands !== undefined;
      this.#lose(cause);
      // One that never was up and refuses is left as it is: it would only refuse again.
      if (wasUp || isUnreachable(cause)) disconnect(connection);
    }
    this.#schedule(() => {
      void this.#checkNow(connection, epoch);
    });
  }

  #becomeUp(redis: RedisAsyncCommands): void {
    if (this.#commands !== undefined) return;
    this.#commands = redis;
    this.#isDown = false;
    this.#dependencies.up();
  }

  #lose(cause: unknown): void {
    this.#commands = undefined;
    if (this.#isClosed || this.#isDown) return;
    this.#isDown = true;
    this.#dependencies.down(cause);
  }

  #schedule(next: () => void): void {
    if (!this.#isClosed) this.#cancelNext = this.#dependencies.timers.after(CHECK_MS, next);
  }
}

function isUnreachable(cause: unknown): boolean {
  const failure = toRedisError(cause);
  return failure instanceof RedisError && failure.kind === 'unreachable';
}

/**
 * Lets Lettuce connect again. The writer is the one that watches time-outs, around the one that has the
 * socket.
 */
function disconnect(connection: StatefulRedisConnection): void {
  connection.getChannelWriter().getDelegate().disconnect();
}

/** Rejects where the server does not answer, or cannot be read. */
export async function ping(redis: RedisAsyncCommands, executor: Executor): Promise<void> {
  try {
    await toPromise(redis.ping(), executor);
  } catch (cause) {
    if (!isReadableDespite(toRedisError(cause))) throw cause;
  }
}

/** Rejects where the server does not answer, or is a replica. */
export async function pingMaster(redis: RedisAsyncCommands, executor: Executor): Promise<void> {
  const role = await toPromise(redis.role(), executor);
  if (role.get(0) !== 'master') throw new Error('the server is not the master');
}
