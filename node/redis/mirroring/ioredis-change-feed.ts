import type { Redis } from 'ioredis';
import type { Logger } from '../../../shared/logger.ts';
import type { ChangeFeed, ChangeListener, Subscription } from '../../../shared/redis/changes/change-feed.ts';
import type { CancelTimer, Timers } from '../../../shared/timers.ts';
import { toRedisError } from '../redis-replies.ts';

interface IoredisChangeFeedDependencies {
  /** Opens a connection that is only for the subscription. It is connected to one server at a time. */
  readonly connect: () => Redis;
  /** The address of the server, or of its Sentinels, for log lines. */
  readonly server: string;
  readonly timers: Timers;
  readonly logger: Logger;
}

/** The Pub/Sub channel on which Redis sends the changed keys to RESP2 clients. */
const INVALIDATIONS = '__redis__:invalidate';

/** Delay in milliseconds before invalidation messages are requested again after Redis has refused them. */
const REFUSED_RETRY_MS = 5000;

/**
 * The {@link ChangeFeed} of one server, over client tracking in broadcast mode. One connection both enables
 * tracking and receives the messages, redirected to itself. With two connections, one of them could fail
 * unnoticed.
 */
export class IoredisChangeFeed implements ChangeFeed {
  readonly #dependencies: IoredisChangeFeedDependencies;

  constructor(dependencies: IoredisChangeFeedDependencies) {
    this.#dependencies = dependencies;
  }

  subscribe(prefixes: readonly string[], listener: ChangeListener): Subscription {
    const { connect, logger, server, timers } = this.#dependencies;
    const redis = connect();
    let isClosed = false;
    let isTracking = false;
    let isWarned = false;
    let cancelRetry: CancelTimer = () => undefined;

    const enable = async (): Promise<void> => {
      try {
        await track(redis, prefixes);
        if (isClosed) return;
        isTracking = true;
        listener.anythingMayHaveChanged();
      } catch (cause) {
        if (redis.status !== 'ready') return;
        const { message, reason } = toRedisError(cause);
        // Connection errors are logged where connections are made. A reply that comes late may put ioredis
        // into subscriber mode, in which it rejects the commands of the next attempt.
        if (reason === 'unreachable') {
          redis.disconnect(true);
          return;
        }
        if (!isWarned) logger.warn(`Changes in Redis at ${server} are not reported: ${message}`);
        isWarned = true;
        cancelRetry = timers.after(REFUSED_RETRY_MS, () => void enable());
      }
    };
    redis.on('ready', () => void enable());
    redis.on('close', () => {
      cancelRetry();
      if (isTracking && !isClosed) listener.lost();
      isTracking = false;
    });
    redis.on('messageBuffer', (_channel, keys: Buffer | readonly Buffer[] | null) => {
      if (isClosed) return;
      // The message has no keys if all were flushed.
      if (Array.isArray(keys)) listener.keysChanged(keys.map(String));
      else listener.anythingMayHaveChanged();
    });
    return {
      close() {
        isClosed = true;
        cancelRetry();
        // On a connection that has already ended, ioredis would wait for its end.
        if (redis.status !== 'end') redis.disconnect();
      },
    };
  }
}

async function track(redis: Redis, prefixes: readonly string[]): Promise<void> {
  const self = String(await redis.client('ID'));
  const broadcast = prefixes.flatMap((prefix) => ['PREFIX', prefix]);
  // Redis refuses prefixes that overlap with prefixes that the connection already tracks. This connection may
  // track them already, if only the subscription was refused.
  await redis.call('CLIENT', 'TRACKING', 'OFF');
  await redis.call('CLIENT', 'TRACKING', 'ON', 'REDIRECT', self, 'BCAST', ...broadcast);
  await redis.subscribe(INVALIDATIONS);
}
