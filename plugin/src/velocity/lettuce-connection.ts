import type { CancelTimer, Timers } from '../../../shared/timers.ts';
import type { ScriptHost } from '../../types/bridge.ts';
import type { ConnectionStateListener, StatefulRedisConnection } from '../../types/lettuce.ts';
import type { LettuceClient } from './lettuce-client.ts';
import { toPromise } from './to-promise.ts';

export interface LettuceConnectionDependencies {
  readonly client: LettuceClient;
  readonly host: ScriptHost;
  readonly timers: Timers;
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
const PING_MS = 1000;

type State = 'connecting' | 'up' | 'down' | 'closed';

/** One connection that is kept: made again whenever it is lost, and prepared again each time. */
export class LettuceConnection {
  readonly #dependencies: LettuceConnectionDependencies;
  #state: State = 'connecting';
  #connection: StatefulRedisConnection | undefined;
  #pauseMs = FIRST_PAUSE_MS;
  #cancelNext: CancelTimer = () => undefined;

  constructor(dependencies: LettuceConnectionDependencies) {
    this.#dependencies = dependencies;
  }

  /** @returns undefined while there is none that can be used */
  get current(): StatefulRedisConnection | undefined {
    return this.#state === 'up' ? this.#connection : undefined;
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
  }

  async #connect(): Promise<void> {
    let connection: StatefulRedisConnection | undefined;
    try {
      connection = await this.#dependencies.client.connect();
      this.#connection = connection;
      this.#listenForLoss(connection);
      await this.#dependencies.prepare(connection);
      this.#becomeUp(connection);
    } catch (cause) {
      this.#lose(connection, cause);
    }
  }

  #becomeUp(connection: StatefulRedisConnection): void {
    if (this.#state === 'closed' || this.#connection !== connection) {
      this.#dependencies.client.close(connection);
      return;
    }
    this.#state = 'up';
    this.#pauseMs = FIRST_PAUSE_MS;
    this.#schedulePing(connection);
    this.#dependencies.up();
  }

  #listenForLoss(connection: StatefulRedisConnection): void {
    const listener = this.#dependencies.host.listener(
      'io.lettuce.core.RedisConnectionStateListener',
      null,
      (method: string) => {
        if (method === 'onRedisDisconnected') this.#lose(connection, 'the connection was closed');
      },
    );
    connection.addListener(listener as ConnectionStateListener);
  }

  #schedulePing(connection: StatefulRedisConnection): void {
    this.#cancelNext = this.#dependencies.timers.after(PING_MS, () => {
      void this.#ping(connection);
    });
  }

  /** Asks twice before it gives a connection up: a pause of the JVM lets one reply come too late. */
  async #ping(connection: StatefulRedisConnection): Promise<void> {
    const ping = () => toPromise(connection.async().ping(), this.#dependencies.host.executor());
    try {
      await ping().catch(ping);
      if (this.current === connection) this.#schedulePing(connection);
    } catch (cause) {
      this.#lose(connection, cause);
    }
  }

  /** @param connection the one that was lost, where it came so far; one that is no longer ours was lost before */
  #lose(connection: StatefulRedisConnection | undefined, cause: unknown): void {
    if (this.#state === 'closed' || this.#connection !== connection) return;
    this.#cancelNext();
    this.#connection = undefined;
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
