import type { Clock } from '../../../../shared/clock.ts';
import type {
  ChangeFeed,
  ChangeListener,
  Subscription,
} from '../../../../shared/redis/changes/change-feed.ts';
import { isReadableDespite, RedisError } from '../../../../shared/redis/redis-error.ts';
import { SILENT_MS } from '../../../../shared/redis/server/server-watch.ts';
import type { ServerWatch } from '../../../../shared/redis/server/server-watch.ts';
import type { RedisUrl } from '../../../../shared/redis/url/redis-url.ts';
import { assertTopology, WrongTopology } from '../../../../shared/redis/url/topology.ts';
import type { CancelTimer, Timers } from '../../../../shared/timers.ts';
import type { Executor, JavaList } from '../../../types/jdk.ts';
import type {
  ConnectionStateListener,
  PushListener,
  PushMessage,
  RedisAsyncCommands,
  StatefulRedisConnection,
} from '../../../types/lettuce.ts';
import { toArray, toPromise } from '../java-interop.ts';
import { toRedisError } from './lettuce-error.ts';

/** Opens and closes connections. */
export interface ConnectionSource {
  /** Opens a connection. Lettuce reconnects it automatically afterwards. */
  readonly connect: () => Promise<StatefulRedisConnection>;
  /** Closes a connection returned by `connect`. */
  readonly release: (connection: StatefulRedisConnection) => void;
}

export interface LettuceConnectionDependencies extends ConnectionSource {
  readonly executor: Executor;
  readonly clock: Clock;
  readonly timers: Timers;
  /** The URL by which the server was found. A server of another kind is not used. */
  readonly url: RedisUrl;
  /** What is known about the server. */
  readonly watch: ServerWatch;
  readonly up: () => void;
  /**
   * Called once for each loss, once when the first attempt fails, and once when a server of another topology
   * than the URL says has answered since.
   */
  readonly down: (cause: unknown) => void;
  /** Called once when Redis refuses to report changes, until it has reported some again. */
  readonly trackingRefused: (cause: unknown) => void;
}

/** The keys whose changes are reported, and to whom. */
interface Tracked {
  readonly prefixes: readonly string[];
  readonly listener: ChangeListener;
}

/** The interval of checks, and of first attempts to connect, in milliseconds. */
const CHECK_MS = 1000;

/**
 * One connection, which starts to connect when it is created, and which Lettuce reconnects. This class adds
 * what Lettuce lacks: it retries a failed first attempt, detects a connection that was lost without a TCP
 * reset (ADR 11), and enables tracking again on each new connection. Changes are reported by invalidations of
 * client-side caching, as RESP3 pushes.
 */
export class LettuceConnection implements ChangeFeed {
  readonly #dependencies: LettuceConnectionDependencies;
  readonly #listener: ConnectionStateListener;
  readonly #pushes: PushListener;
  #connection: StatefulRedisConnection | undefined;
  /** Cached, as each call of a Java method is expensive. Undefined while the connection is not up. */
  #commands: RedisAsyncCommands | undefined;
  #isDown = false;
  #hasWrongTopology = false;
  #isClosed = false;
  /** Whether a write was refused on this connection because the server is a replica. */
  #hasRefusedWrite = false;
  #tracked: Tracked | undefined;
  #tracking: 'off' | 'refused' | 'on' = 'off';
  /**
   * Incremented whenever Lettuce connects or disconnects, so that results of an earlier connection are
   * ignored.
   */
  #epoch = 0;
  #cancelNext: CancelTimer = () => undefined;

  constructor(dependencies: LettuceConnectionDependencies) {
    this.#dependencies = dependencies;
    const listeners = Java.type('io.github.featurecontrol.isolated.RedisListeners');
    this.#pushes = listeners.pushes(dependencies.executor, (message) => {
      this.#pushed(message);
    });
    this.#listener = listeners.connection(
      dependencies.executor,
      () => {
        this.#begin();
      },
      () => {
        this.#disconnected();
      },
    );
    void this.#connect();
  }

  /** Undefined while the connection cannot be used. */
  get commands(): RedisAsyncCommands | undefined {
    return this.#commands;
  }

  /** Whether it is connected to a server of another topology than the URL says. */
  get hasWrongTopology(): boolean {
    return this.#hasWrongTopology;
  }

  /** Must be called when the server has refused a write because it is a replica. */
  recordRefusedWrite(): void {
    this.#hasRefusedWrite = true;
  }

  /** Replaces an earlier subscription. Enables tracking at the next check, and after every reconnection. */
  subscribe(prefixes: readonly string[], listener: ChangeListener): Subscription {
    this.#tracked = { prefixes, listener };
    return {
      close: () => {
        this.#tracked = undefined;
      },
    };
  }

  close(): void {
    this.#isClosed = true;
    this.#dependencies.watch.close();
    this.#cancelNext();
    this.#commands = undefined;
    if (this.#connection === undefined) return;
    this.#connection.removeListener(this.#listener);
    this.#connection.removeListener(this.#pushes);
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
      connection.addListener(this.#pushes);
      this.#begin();
    } catch (cause) {
      this.#lose(cause);
      this.#schedule(() => this.#connect());
    }
  }

  #disconnected(): void {
    this.#epoch += 1;
    this.#cancelNext();
    this.#hasWrongTopology = false;
    this.#lose(new Error('the connection was closed'));
  }

  #begin(): void {
    this.#epoch += 1;
    this.#cancelNext();
    if (this.#connection !== undefined) void this.#checkNow(this.#connection, this.#epoch);
  }

  async #checkNow(connection: StatefulRedisConnection, epoch: number): Promise<void> {
    const isCurrent = (): boolean => epoch === this.#epoch && !this.#isClosed;
    const redis = this.#commands ?? connection.async();
    const check = (): Promise<string | undefined> => this.#check(redis);
    try {
      // Checked twice before the connection is closed, as a pause of the JVM may delay one reply.
      const role = await check().catch(check);
      // If the script thread was starved, several reconnections are reported late.
      if (!isCurrent()) return;
      if (this.#commands === undefined) await this.#identify(redis);
      // First, so that every change of what is written once the connection is up is reported.
      const startsTracking = await this.#track(redis);
      if (!isCurrent()) return;
      if (this.#commands === undefined) {
        this.#commands = redis;
        this.#isDown = false;
        this.#dependencies.up();
      }
      if (startsTracking) {
        this.#tracking = 'on';
        this.#tracked?.listener.anythingMayHaveChanged();
      }
      const isReplaced = await this.#isReplaced(role);
      if (!isCurrent()) return;
      if (isReplaced) {
        this.#lose(new Error('the master was replaced'));
        disconnect(connection);
      }
    } catch (cause) {
      if (!isCurrent()) return;
      const wasUp = this.#commands !== undefined;
      this.#lose(cause);
      // A connection that never was up and is refused stays open: a new one would be refused again.
      if (wasUp || isUnreachable(cause)) disconnect(connection);
    }
    this.#schedule(() => this.#checkNow(connection, epoch));
  }

  /**
   * Rejects if the server does not answer, does not serve reads, or is not the master that Sentinels name.
   * @returns its role; undefined if it does not say it
   */
  async #check(redis: RedisAsyncCommands): Promise<string | undefined> {
    const { clock, executor, timers, url, watch } = this.#dependencies;
    const sentMs = clock.monotonicMs();
    const cancelSilent = timers.after(SILENT_MS, () => {
      watch.silent();
    });
    try {
      const [role] = await Promise.all([readRole(redis, executor), ping(redis, executor)]);
      watch.replied(clock.monotonicMs() - sentMs);
      if (url.topology === 'sentinel' && role !== undefined && role !== 'master')
        throw new Error('the server is not the master');
      return role;
    } finally {
      cancelSilent();
    }
  }

  /** @throws {WrongTopology} */
  async #identify(redis: RedisAsyncCommands): Promise<void> {
    const { executor, url, watch } = this.#dependencies;
    const { UTF8 } = Java.type('io.lettuce.core.codec.StringCodec');
    const send = (name: string): Promise<string> => {
      const command = Java.type('io.lettuce.core.protocol.CommandType').valueOf(name);
      const output = new (Java.type('io.lettuce.core.output.StatusOutput'))(UTF8);
      return toPromise(redis.dispatch(command, output), executor, toRedisError);
    };
    const info = await toPromise(redis.info(), executor).catch((cause: unknown) => {
      if (isUnreachable(cause)) throw cause;
      return '';
    });
    await assertTopology(info, url, 'ASKING', send);
    this.#hasRefusedWrite = false;
    watch.identified(info);
    watch.examine(send);
  }

  /**
   * Enables tracking, unless it is on. Rejects if the connection is lost meanwhile.
   * @returns whether it was enabled
   */
  async #track(redis: RedisAsyncCommands): Promise<boolean> {
    if (this.#tracked === undefined || this.#tracking === 'on') return false;
    const { executor, trackingRefused } = this.#dependencies;
    const TrackingArgs = Java.type('io.lettuce.core.TrackingArgs$Builder');
    // Disabled first, as Redis refuses the same prefixes a second time. They may have been sent on this
    // connection before: if the script thread was starved, it learns late that a connection was replaced.
    const disabled = toPromise(redis.clientTracking(TrackingArgs.enabled(false)), executor);
    const args = TrackingArgs.enabled(true)
      .bcast()
      .prefixes(...this.#tracked.prefixes);
    try {
      await Promise.all([disabled, toPromise(redis.clientTracking(args), executor)]);
      return true;
    } catch (cause) {
      if (isUnreachable(cause)) throw cause;
      if (this.#tracking !== 'refused') trackingRefused(cause);
      this.#tracking = 'refused';
      return false;
    }
  }

  #pushed(message: PushMessage): void {
    // What changed before tracking counts as on is read then.
    if (this.#tracked === undefined || this.#tracking !== 'on' || message.getType() !== 'invalidate') return;
    const { UTF8 } = Java.type('io.lettuce.core.codec.StringCodec');
    const keys = message.getContent((bytes) => UTF8.decodeKey(bytes)).get(1) as JavaList<string> | null;
    if (keys === null) this.#tracked.listener.anythingMayHaveChanged();
    else this.#tracked.listener.keysChanged(toArray(keys));
  }

  /**
   * Whether the server of a `redis://` URL is no longer the master, and a new connection, which resolves the
   * host name again, leads to one: a managed failover moves the name, and may leave connections open.
   */
  async #isReplaced(role: string | undefined): Promise<boolean> {
    const { connect, executor, release, url, watch } = this.#dependencies;
    if (url.topology !== 'server') return false;
    if (role !== undefined) watch.hasRole(role);
    if (!this.#hasRefusedWrite && (role === undefined || role === 'master')) return false;
    const other = await connect().catch(() => undefined);
    if (other === undefined) return false;
    const newRole = await readRole(other.async(), executor).catch(() => 'unknown');
    release(other);
    return newRole === undefined || newRole === 'master';
  }

  #lose(cause: unknown): void {
    this.#commands = undefined;
    if (this.#tracking === 'on') {
      this.#tracking = 'off';
      this.#tracked?.listener.lost();
    }
    const isKnown = this.#isDown && (this.#hasWrongTopology || !(cause instanceof WrongTopology));
    if (this.#isClosed || isKnown) return;
    this.#isDown = true;
    this.#hasWrongTopology = cause instanceof WrongTopology;
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

/** Rejects if the server does not answer, or does not serve reads. */
async function ping(redis: RedisAsyncCommands, executor: Executor): Promise<void> {
  try {
    await toPromise(redis.ping(), executor);
  } catch (cause) {
    if (!isReadableDespite(toRedisError(cause))) throw cause;
  }
}

/** @returns the role of the server; undefined if it refuses to say it */
async function readRole(redis: RedisAsyncCommands, executor: Executor): Promise<string | undefined> {
  try {
    return String((await toPromise(redis.role(), executor)).get(0));
  } catch (cause) {
    if (isUnreachable(cause)) throw cause;
    return undefined;
  }
}
