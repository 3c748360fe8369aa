import type { ChangeFeed } from '../../../shared/redis/changes/change-feed.ts';
import type { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import type { Timers } from '../../../shared/timers.ts';
import type { EventStreams } from './event-streams.ts';

export interface HistoryDependencies {
  readonly changeFeed: ChangeFeed;
  readonly keys: RedisKeys;
  readonly streams: EventStreams;
  readonly timers: Timers;
}

/** Changes that are recorded within this time after the first one are reported in one event. */
const COALESCE_MS = 100;

/**
 * Reports to consoles that the history has new changes. Direct writes are recorded after the list has
 * changed, so a change of the list alone would not suffice.
 * @returns a change feed for other subscribers, which share the connection
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
          const otherKeys = changed.filter((key) => !key.startsWith(keys.audits));
          if (otherKeys.length < changed.length) report();
          if (otherKeys.length > 0) listener.keysChanged(otherKeys);
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
