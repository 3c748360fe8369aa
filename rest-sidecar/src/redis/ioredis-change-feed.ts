import type { Redis } from 'ioredis';
import type { ChangeFeed, ChangeListener, Subscription } from '../../../shared/redis/changes/change-feed.ts';
import type { Logger } from '../../../shared/logger.ts';
import type { CancelTimer, Timers } from '../../../shared/timers.ts';
import { toRedisError } from './redis-replies.ts';

export interface IoredisChangeFeedDependencies {
  /** Opens a connection of the subscription's own, to one server at a time. */
  readonly connect: () => Redis;
  readonly timers: Timers;
  readonly logger: Logger;
}

/** Where Redis sends the keys that changed, to clients of its protocol's second version. */
const INVALIDATIONS = '__redis__:invalidate';

/**
 * After how many milliseconds invalidations are requested again, where Redis has refused them, and where its
 * reply came too late.
 */
const REFUSED_RETRY_MS = 5000;
const LATE_RETRY_MS = 500;

/**
 * {@link ChangeFeed} of one server over client tracking in broadcast mode. One connection both asks for the
 * messages and, redirected to itself, receives them: it is all there or all gone, so no half of it can fail
 * unseen.
 */
export class IoredisChangeFeed implements ChangeFeed {
  readonly #dependencies: IoredisChangeFeedDependencies;

  constructor(dependencies: IoredisChangeFeedDependencies) {
    this.#dependencies = dependencies;
  }

  subscribe(prefixes: readonly string[], listener: ChangeListener): Subscription {
    const { connect, timers, logger } = this.#dependencies;
    const redis = connect();
    let listening = false;
    let warned = false;
    let cancelRetry: CancelTimer = () => undefined;

    const listen = async (): Promise<void> => {
      try {
        await track(redis, prefixes);
        listening = true;
        listener.anythingMayHaveChanged();
      } catch (cause) {
        if (redis.status !== 'ready') return;
        const { kind, message } = toRedisError(cause);
        // Connection errors are logged where connections are made.
        const isRefused = kind !== 'unreachable';
        if (isRefused && !warned) {
          logger.warn(`Changes in Redis are not reported: ${message}`);
        }
        warned ||= isRefused;
        cancelRetry = timers.after(isRefused ? REFUSED_RETRY_MS : LATE_RETRY_MS, () => void listen());
      }
    };
    const listenAgain = (): void => void listen();
    const lose = (): void => {
      cancelRetry();
      if (listening) listener.lost();
      listening = false;
    };
    const hear = (_channel: unknown, keys: Buffer | readonly Buffer[] | null): void => {
      // Redis names no key when all were flushed.
      if (Array.isArray(keys)) listener.keysChanged(keys.map(String));
      else listener.anythingMayHaveChanged();
    };
    redis.on('ready', listenAgain).on('close', lose).on('messageBuffer', hear);
    return {
      close() {
        redis.off('ready', listenAgain).off('close', lose).off('messageBuffer', hear);
        cancelRetry();
        // A connection that is closed already would be waited for.
        if (redis.status !== 'end') redis.disconnect();
      },
    };
  }
}

async function track(redis: Redis, prefixes: readonly string[]): Promise<void> {
  const self = String(await redis.client('ID'));
  const broadcast = prefixes.flatMap((prefix) => ['PREFIX', prefix]);
  // Redis refuses prefixes that overlap with those that a connection has already. This one may have them,
  // where the reply to an earlier attempt came too late.
  await redis.call('CLIENT', 'TRACKING', 'OFF');
  await redis.call('CLIENT', 'TRACKING', 'ON', 'REDIRECT', self, 'BCAST', ...broadcast);
  await redis.subscribe(INVALIDATIONS);
}
