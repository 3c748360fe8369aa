import type { Clock } from '../../../shared/clock.ts';
import type { Logger } from '../../../shared/logger.ts';
import type { ListPart } from '../../../shared/redis/blocklists/editing/bulk-steps.ts';
import type { AuditBounds } from '../../../shared/redis/blocklists/history/audit-bounds.ts';
import type { ChangeFeed } from '../../../shared/redis/changes/change-feed.ts';
import { Mirror } from '../../../shared/redis/mirror/mirror.ts';
import type { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import type { Timers } from '../../../shared/timers.ts';
import { IoredisCommands } from '../../../node/redis/ioredis-commands.ts';
import { onConnectionLost } from '../../../node/redis/redis-client.ts';
import type { RedisClient } from '../../../node/redis/redis-client.ts';
import { quietLogger } from '../quiet-logger.ts';
import { DirectWrites } from './direct-writes.ts';
import { readAbsentList, watchedListKind } from './watched-list.ts';
import type { WatchedList } from './watched-list.ts';

export interface WatchDependencies {
  readonly redis: RedisClient;
  readonly changeFeed: ChangeFeed;
  readonly keys: RedisKeys;
  readonly audit: AuditBounds;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly logger: Logger;
  /** Interval of the checks for missed changes, in milliseconds. */
  readonly revalidateMs: number;
}

/** Delay after which the first command is retried while Redis does not answer. */
const RETRY_MS = 1000;

const PARTS: readonly ListPart[] = ['set', 'until'];

/** Starts to record direct writes to lists. @returns a function that stops recording */
export function watchDirectWrites(dependencies: WatchDependencies): () => void {
  const { audit, keys, redis } = dependencies;
  const commands = new IoredisCommands(redis);
  const mirror = new Mirror({
    ...dependencies,
    commands,
    logger: quietLogger(dependencies.logger),
    dataName: 'lists for the history',
  });
  onConnectionLost(redis, () => {
    mirror.recordLostConnection();
  });
  const absent = readUntilAnswered(dependencies);
  const writes = PARTS.map((part) => {
    const lists = mirror.add(watchedListKind(part, redis, keys));
    return new DirectWrites({ ...dependencies, part, lists, commands, bounds: audit, absent: absent.list });
  });
  void absent.list.then(() => {
    mirror.start();
  });
  return () => {
    absent.cancel();
    mirror.close();
    for (const each of writes) each.close();
  };
}

interface Reading {
  /** Never settles after `cancel()`. */
  readonly list: Promise<WatchedList>;
  cancel(): void;
}

/** Reads what {@link readAbsentList} returns, again until Redis answers. */
function readUntilAnswered({ logger, redis, timers }: WatchDependencies): Reading {
  let isCancelled = false;
  const list = new Promise<WatchedList>((resolve) => {
    const read = async (): Promise<void> => {
      try {
        const absent = await readAbsentList(redis);
        if (!isCancelled) resolve(absent);
      } catch (cause) {
        logger.debug(`The time in Redis could not be read: ${String(cause)}`);
        if (!isCancelled) timers.after(RETRY_MS, () => void read());
      }
    };
    void read();
  });
  return { list, cancel: () => (isCancelled = true) };
}
