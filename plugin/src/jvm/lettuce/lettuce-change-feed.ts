import type {
  ChangeFeed,
  ChangeListener,
  Subscription,
} from '../../../../shared/redis/changes/change-feed.ts';
import { RedisError } from '../../../../shared/redis/redis-error.ts';
import type { CancelTimer, Timers } from '../../../../shared/timers.ts';
import type { ScriptHost } from '../../../types/bridge.ts';
import type { JavaList } from '../../../types/jdk.ts';
import type { PushListener, PushMessage, StatefulRedisConnection } from '../../../types/lettuce.ts';
import { toArray, toPromise } from '../java-interop.ts';
import type { LettuceConnection, LettuceConnectionDependencies } from './lettuce-connection.ts';
import { toRedisError } from './lettuce-error.ts';

interface LettuceChangeFeedDependencies {
  readonly host: ScriptHost;
  readonly timers: Timers;
  /** Opens a connection for the feed. */
  readonly create: (
    rest: Pick<LettuceConnectionDependencies, 'prepare' | 'up' | 'down'>,
  ) => LettuceConnection;
  /**
   * Called with the cause of a lasting loss of the connection, and of each refusal by Redis, until it was
   * logged.
   * @returns whether it was logged
   */
  readonly failed: (cause: unknown) => boolean;
}

/**
 * The time after which a loss is reported, in milliseconds. If Redis is unreachable altogether, the
 * connection for commands fails within this time, and that is logged instead.
 */
const REPORT_AFTER_MS = 3000;

/**
 * Receives invalidations of client-side caching, as RESP3 pushes of one server on a dedicated connection.
 * Tracking is enabled again after every reconnection.
 */
export class LettuceChangeFeed implements ChangeFeed {
  readonly #dependencies: LettuceChangeFeedDependencies;

  constructor(dependencies: LettuceChangeFeedDependencies) {
    this.#dependencies = dependencies;
  }

  subscribe(prefixes: readonly string[], listener: ChangeListener): Subscription {
    const { create, failed, timers } = this.#dependencies;
    let closed = false;
    let cancelReport: CancelTimer = () => undefined;
    let isReported = false;
    const report = (cause: unknown): void => {
      isReported ||= failed(cause);
    };
    const pushes = this.#listenTo((keys) => {
      if (closed) return;
      if (keys === undefined) listener.anythingMayHaveChanged();
      else listener.keysChanged(keys);
    });
    const connection = create({
      prepare: (fresh) =>
        this.#track(fresh, prefixes, pushes).catch((cause: unknown) => {
          if (isRefused(cause)) report(cause);
          throw cause;
        }),
      up: () => {
        cancelReport();
        isReported = false;
        listener.anythingMayHaveChanged();
      },
      down: (cause) => {
        cancelReport = timers.after(REPORT_AFTER_MS, () => {
          report(cause);
        });
        listener.lost();
      },
    });
    return {
      close: () => {
        closed = true;
        cancelReport();
        connection.close();
      },
    };
  }

  /** @param changed called with the changed keys; undefined if any key may have changed */
  #listenTo(changed: (keys: readonly string[] | undefined) => void): PushListener {
    const listeners = Java.type('io.github.featurecontrol.isolated.RedisListeners');
    return listeners.pushes(this.#dependencies.host.thread(), (message) => {
      if (message.getType() === 'invalidate') changed(keysOf(message));
    });
  }

  async #track(
    connection: StatefulRedisConnection,
    prefixes: readonly string[],
    pushes: PushListener,
  ): Promise<void> {
    // Added before the command, as a push may arrive before its reply. Removed first, as the connection
    // object is the same after each reconnection.
    connection.removeListener(pushes);
    connection.addListener(pushes);
    const { host } = this.#dependencies;
    const TrackingArgs = Java.type('io.lettuce.core.TrackingArgs$Builder');
    const redis = connection.async();
    // Disabled first, as Redis refuses the same prefixes a second time. They may have been sent on this
    // connection before: if the script thread was starved, it learns late that a connection was replaced.
    const disabled = toPromise(redis.clientTracking(TrackingArgs.enabled(false)), host.thread());
    const args = TrackingArgs.enabled(true)
      .bcast()
      .prefixes(...prefixes);
    await Promise.all([disabled, toPromise(redis.clientTracking(args), host.thread())]);
  }
}

/** Whether Redis has answered with an error. */
function isRefused(cause: unknown): boolean {
  const failure = toRedisError(cause);
  return failure instanceof RedisError && failure.reason === 'error-reply';
}

function keysOf(message: PushMessage): string[] | undefined {
  const { UTF8 } = Java.type('io.lettuce.core.codec.StringCodec');
  const keys = message.getContent((bytes) => UTF8.decodeKey(bytes)).get(1) as JavaList<string> | null;
  return keys === null ? undefined : toArray(keys);
}
