import type { RedisClient } from '../../../node/redis/connecting/redis-client.ts';
import { isForbidden } from '../../../shared/redis/redis-error.ts';
import { readStartId } from '../data/start-id.ts';
import { DirectWrites } from './direct-writes.ts';
import type { DirectWritesDependencies } from './direct-writes.ts';

export interface RecordDependencies extends DirectWritesDependencies {
  readonly redis: RedisClient;
}

export interface DirectWritesRecord {
  /**
   * Resolves when the lists may be read: what is changed from then on is compared with the history. Never
   * rejects, and never settles after `close()`.
   */
  readonly ready: Promise<void>;
  close(): void;
}

/** Delay after which the first command is retried while Redis does not answer. */
const RETRY_MS = 50;

/** Starts to record direct writes to lists. */
export function recordDirectWrites(dependencies: RecordDependencies): DirectWritesRecord {
  const { logger, redis, timers } = dependencies;
  let isClosed = false;
  let writes: DirectWrites | undefined;
  const ready = new Promise<void>((resolve) => {
    const start = async (): Promise<void> => {
      try {
        const startId = await readStartId(redis);
        if (isClosed) return;
        writes = new DirectWrites(dependencies, startId);
        resolve();
      } catch (cause) {
        if (isClosed) return;
        if (isForbidden(cause)) {
          logger.warn('Redis does not allow TIME: direct writes to blocklists are not recorded');
          resolve();
        } else timers.after(RETRY_MS, () => void start());
      }
    };
    void start();
  });
  return {
    ready,
    close() {
      isClosed = true;
      writes?.close();
    },
  };
}
