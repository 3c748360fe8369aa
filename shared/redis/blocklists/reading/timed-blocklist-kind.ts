import type { TimedFeatures } from '../../../feature-control/timed-features.ts';
import { ABSENT } from '../../mirror/mirror-kind.ts';
import type { MirrorKind, ReadResult } from '../../mirror/mirror-kind.ts';
import type { RedisCommands } from '../../redis-commands.ts';
import { isForbidden } from '../../redis-error.ts';
import type { RedisKeys } from '../../redis-keys.ts';
import { LISTS_PER_BATCH } from './blocklist-kind.ts';

export interface TimedBlocklistKindDependencies {
  readonly commands: Pick<RedisCommands, 'zscan'>;
  readonly keys: RedisKeys;
  /** Measures the clock of Redis. Called with each read, and never while there is nothing to read. */
  readonly measureClock: () => Promise<void>;
  /** Called if Redis does not allow timed blocklists to be read. They stay as last read, or empty. */
  readonly forbidden: (cause: unknown) => void;
}

/** Timed blocklists as a {@link MirrorKind}: sorted sets of features by the end of their block. */
export function timedBlocklistKind({
  commands,
  keys,
  measureClock,
  forbidden,
}: TimedBlocklistKindDependencies): MirrorKind<TimedFeatures> {
  return {
    name: 'timed blocklists',
    prefixes: [keys.timedBlocklists],
    batchSize: LISTS_PER_BATCH,
    read: async (some) => {
      try {
        const [lists] = await Promise.all([commands.zscan(some), measureClock()]);
        return lists.map(toResult);
      } catch (cause) {
        // An ACL without timed blocks must not make every list unreadable.
        if (!isForbidden(cause)) throw cause;
        forbidden(cause);
        return [];
      }
    },
    isSame: (one, other) => one.equals(other),
  };
}

/** @param list undefined if the key has another type */
function toResult(list: TimedFeatures | undefined): ReadResult<TimedFeatures> {
  if (list === undefined) return { state: 'wrong type', expected: 'a sorted set' };
  return list.size === 0 ? ABSENT : { state: 'present', value: list };
}
