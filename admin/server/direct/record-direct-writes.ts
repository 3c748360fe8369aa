import type { Logger } from '../../../shared/logger.ts';
import type { AuditBounds } from '../../../shared/redis/blocklists/history/audit-bounds.ts';
import type { Mirrored } from '../../../shared/redis/mirror/mirrored.ts';
import { isForbidden } from '../../../shared/redis/redis-error.ts';
import type { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import type { Timers } from '../../../shared/timers.ts';
import type { IoredisCommands } from '../../../node/redis/ioredis-commands.ts';
import type { RedisClient } from '../../../node/redis/redis-client.ts';
import type { StoredSet, StoredTimedSet } from '../list-kinds.ts';
import { DirectWrites } from './direct-writes.ts';
import { readAbsentList } from './watched-list.ts';
import type { WatchedList } from './watched-list.ts';

export interface RecordDependencies {
  readonly redis: RedisClient;
  readonly commands: IoredisCommands;
  readonly sets: Mirrored<StoredSet>;
  readonly timedSets: Mirrored<StoredTimedSet>;
  readonly keys: RedisKeys;
  readonly audit: AuditBounds;
  readonly timers: Timers;
  readonly logger: Logger;
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
const RETRY_MS = 1000;

/** Starts to record direct writes to lists. */
export function recordDirectWrites(dependencies: RecordDependencies): DirectWritesRecord {
  const { audit, logger, redis, sets, timedSets, timers } = dependencies;
  let isClosed = false;
  const absent = new Promise<WatchedList | undefined>((resolve) => {
    const read = async (): Promise<void> => {
      try {
        const list = await readAbsentList(redis);
        if (!isClosed) resolve(list);
      } catch (cause) {
        if (isClosed) return;
        if (isForbidden(cause)) {
          logger.warn('Redis does not allow TIME: direct writes to blocklists are not recorded');
          resolve(undefined);
        } else timers.after(RETRY_MS, () => void read());
      }
    };
    void read();
  });
  const shared = { ...dependencies, absent, bounds: audit };
  const writes = [
    new DirectWrites({ ...shared, part: 'set', lists: sets }),
    new DirectWrites({ ...shared, part: 'until', lists: timedSets }),
  ];
  return {
    ready: absent.then(() => undefined),
    close() {
      isClosed = true;
      for (const each of writes) each.close();
    },
  };
}
