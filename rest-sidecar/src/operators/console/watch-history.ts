import type { ChangeFeed } from '../../../../shared/redis/changes/change-feed.ts';
import type { RedisKeys } from '../../../../shared/redis/redis-keys.ts';
import type { Timers } from '../../../../shared/timers.ts';
import type { EventStreams } from './event-streams.ts';

export interface HistoryDependencies {
  readonly changeFeed: ChangeFeed;
  readonly keys: RedisKeys;
  readonly streams: EventStreams;
  readonly timers: Timers;
}

/** Changes that are recorded within this time of the first are reported as one, in milliseconds. */
const COALESCE_MS = 100;

/**
 * Reports to consoles that changes were recorded, plain writes among them, which are recorded after lists
 * have changed.
 * @returns the change feed for what else is watched: both share its connection
 */
export function watchHistory({ changeFeed, keys, streams, timers }: HistoryDependencies): ChangeFeed {
  let isScheduled = false;
  const report = (): void => {
    if (isScheduled) return;
    isScheduled = true;
    timers.after(COALESCE_MS, () => {
      isScheduled = false;
      streams.publishOnce('history', {}, 'blocklists:read');
    });
  };
  return {
    subscribe: (prefixes, listener) =>
      changeFeed.subscribe([...prefixes, keys.audits], {
        keysChanged: (changed) => {
          const others = changed.filter((key) => !key.startsWith(keys.audits));
          if (others.length < changed.length) report();
          if (others.length > 0) listener.keysChanged(others);
        },
        anythingMayHaveChanged: () => {
          report();
          listener.anythingMayHaveChanged();
        },
        lost: () => {
          listener.lost();
        },
      }),
  };
}
