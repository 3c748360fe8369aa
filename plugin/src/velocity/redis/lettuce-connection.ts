import type { CancelTimer, Timers } from '../../../../shared/timers.ts';
import type { ScriptHost } from '../../../types/bridge.ts';
import type { Executor } from '../../../types/jdk.ts';
import type {
  ConnectionStateListener,
  RedisAsyncCommands,
  RedisUri,
  StatefulRedisConnection,
} from '../../../types/lettuce.ts';
import { createListener } from '../create-listener.ts';
import type { LettuceClient } from './lettuce-client.ts';

/** What connections to the same Redis have in common. */
export interface LettuceAccess {
  readonly client: LettuceClient;
  readonly host: ScriptHost;
  readonly timers: Timers;
}

/** Where connections lead. */
export interface LettucePlace {
  /** Asked each time that a connection is made. @throws where nobody knows */
  find(): Promise<LettuceServer>;
}

/** Where one connection leads. */
export interface LettuceServer {
  readonly uri: RedisUri;
  /** Asked when connected, and ever so often after that: rejects where this is no server that can be used. */
  readonly check: (redis: RedisAsyncCommands, executor: Executor) => Promise<unknown>;
}

export interface LettuceConnectionDependencies extends LettuceAccess {
  readonly place: LettucePlace;
  /** Called with each new connection before it counts as up; what it throws closes the connection again. */
  readonly prepare: (connection: StatefulRedisConnection) => Promise<void>;
  readonly up: () => void;
  /** Called once when a connection is lost, and once when the first attempt fails; not for each further attempt. */
  readonly down: (cause: unknown) => void;
}

/** Between two attempts to connect: doubled from the first to the last, in milliseconds. */
const FIRST_PAUSE_MS = 100;
const LAST_PAUSE_MS = 2000;

/** An idle connection may be cut without a word: it is asked whether it is there, so often in milliseconds. */
const CHECK_MS = 1000;

/** Rejects where the connection leads to no server that can be used. */
type Check = () => Promise<unknown>;

type State = 'connecting' | 'up' | 'down' | 'closed';

/** One connection that is kept: made again whenever it is lost, and prepared again each time. */
export class LettuceConnection {
  readonly #dependencies: LettuceConnectionDependencies;
  #state: State = 'connecting';
  #connection: StatefulRedisConnection | undefined;
  /** Kept, as each call to the connection leaves the script. Undefined while the connection is not up. */
  #commands: RedisAsyncCommands | undefined;
  #pauseMs = FIRST_PAUSE_MS;
  #cancelNext: CancelTimer = () => undefined;

  constructor(dependencies: LettuceConnectionDependencies) {
    this.#dependencies = dependencies;
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
    this.#state = 'closed';
    this.#cancelNext();
    if (this.#connection !== undefined) this.#dependencies.client.close(this.#connection);
    this.#connection = undefined;
    this.#commands = undefined;
  }

  async #connect(): Promise<void> {
    let connection: StatefulRedisConnection | undefined;
    try {
      const { client, host, place, prepare } = this.#dependencies;
      const server = await place.find();
      connection = await client.connect(server.uri);
      this.#connection = connection;
      this.#listenForLoss(connection);
      const redis = connection.async();
      const check = (): Promise<unknown> => server.check(redis, host.thread());
      await check();
      await prepare(connection);
      this.#becomeUp(connection, redis, check);
    } catch (cause) {
      this.#lose(connection, cause);
    }
  }

  #becomeUp(connection: StatefulRedisConnection, redis: RedisAsyncCommands, check: Check): void {
    if (this.#state === 'closed' || this.#connection !== connection) {
      this.#dependencies.client.close(connection);
      return;
    }
    this.#state = 'up';
    this.#commands = redis;
    this.#pauseMs = FIRST_PAUSE_MS;
    this.#scheduleCheck(connection, check);
    this.#dependencies.up();
  }

  #listenForLoss(connection: StatefulRedisConnection): void {
    const listener = createListener(
      this.#dependencies.host,
      'io.lettuce.core.RedisConnectionStateListener',
      null,
      (method: string) => {
        if (method === 'onRedisDisconnected') this.#lose(connection, 'the connection was closed');
      },
    );
    connection.addListener(listener as ConnectionStateListener);
  }

  #scheduleCheck(connection: StatefulRedisConnection, check: Check): void {
    this.#cancelNext = this.#dependencies.timers.after(CHECK_MS, () => {
      void this.#checkAgain(connection, check);
    });
  }

  /** Asks twice before it gives a connection up: a pause of the JVM lets one reply come too late. */
  async #checkAgain(connection: StatefulRedisConnection, check: Check): Promise<void> {
    try {
      await check().catch(check);
      if (this.#connection === connection) this.#scheduleCheck(connection, check);
    } catch (cause) {
      this.#lose(connection, cause);
    }
  }

  /** @param connection the one that was lost, where it came so far; one that is no longer ours was lost before */
  #lose(connection: StatefulRedisConnection | undefined, cause: unknown): void {
    if (this.#state === 'closed' || this.#connection !== connection) return;
    this.#cancelNext();
    this.#connection = undefined;
    this.#commands = undefined;
    if (connection !== undefined) this.#dependencies.client.close(connection);
    const wasKnown = this.#state === 'down';
    this.#state = 'down';
    this.#cancelNext = this.#dependencies.timers.after(this.#pauseMs, () => {
      this.open();
    });
    this.#pauseMs = Math.min(LAST_PAUSE_MS, this.#pauseMs * 2);
    if (!wasKnown) this.#dependencies.down(cause);
  }
}
