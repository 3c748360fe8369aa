import type { Redis } from 'ioredis';
import { SILENT_MS } from '../../../shared/redis/server/server-watch.ts';
import type { ServerWatch } from '../../../shared/redis/server/server-watch.ts';
import type { CancelTimer } from '../../../shared/timers.ts';
import { orRedisError, toRedisError } from '../redis-replies.ts';
import type { ConnectionOptions } from './connection-options.ts';

/** The interval of `PING`, in milliseconds. */
const PING_MS = 500;

/**
 * Sends a `PING` at an interval. A connection can die without notice, for example if a firewall drops its
 * state or Redis is frozen. ioredis closes it if a command gets no reply.
 * @param watch is told the round trip, and which commands the server has
 */
export function watchServer(redis: Redis, { timers }: ConnectionOptions, watch?: ServerWatch): void {
  const ping = async (): Promise<void> => {
    const sentMs = performance.now();
    const cancelSilent = timers.after(SILENT_MS, () => watch?.silent());
    try {
      await redis.ping();
      watch?.replied(performance.now() - sentMs);
    } catch (cause) {
      // An error is a reply, too: Redis may refuse `PING`.
      const { message, reason } = toRedisError(cause);
      if (reason !== 'unreachable') watch?.replied(performance.now() - sentMs);
      else if (message === 'Command timed out') watch?.silent();
    } finally {
      cancelSilent();
    }
  };
  let cancel: CancelTimer = () => undefined;
  const pingLater = (): void => {
    cancel = timers.after(PING_MS, () => {
      void ping();
      pingLater();
    });
  };
  redis.on('ready', () => {
    watch?.examine((command) => orRedisError(redis.call(command)));
    void ping();
    pingLater();
  });
  redis.on('close', () => {
    cancel();
  });
  redis.on('end', () => watch?.close());
}
