import type { TimedFeatures } from '../../../feature-control/timed-features.ts';
import type { Logger } from '../../../logger.ts';
import { ABSENT } from '../../mirror/mirror-kind.ts';
import type { MirrorKind, ReadResult } from '../../mirror/mirror-kind.ts';
import type { RedisCommands } from '../../redis-commands.ts';
import { isForbidden } from '../../redis-error.ts';
import type { RedisKeys } from '../../redis-keys.ts';
import { LISTS_PER_BATCH } from './blocklist-kind.ts';

export interface TimedBlocklistKindDependencies {
  readonly commands: Pick<RedisCommands, 'zscan'>;
  readonly keys: RedisKeys;
  /**
   * Measures the clock of Redis. Called with each read, and never while there is nothing to read. Default:
   * nothing is measured.
   */
  readonly measureClock?: () => Promise<void>;
  readonly logger: Pick<Logger, 'warn'>;
}

/** Timed blocklists as a {@link MirrorKind}: sorted sets of features by the end of their block. */
export function timedBlocklistKind({
  commands,
  keys,
  measureClock,
  logger,
}: TimedBlocklistKindDependencies): MirrorKind<TimedFeatures> {
  let hasWarned = false;
  return {
    name: 'timed blocklists',
    prefixes: [keys.timedBlocklists],
    batchSize: LISTS_PER_BATCH,
    read: async (some) => {
      try {
        const [lists] = await Promise.all([commands.zscan(some), measureClock?.()]);
        return lists.map(toResult);
      } catch (cause) {
        // An ACL without timed blocks must not make every list unreadable.
        if (!isForbidden(cause)) throw cause;
        if (!hasWarned)
          logger.warn(`Redis refuses reads of timed blocks, which stay as last read: ${String(cause)}`);
        hasWarned = true;
        return [];
      }
    },
    isSame: (one, other) =>
      one.size === other.size && [...one].every(([feature, untilMs]) => other.get(feature) === untilMs),
  };
}

/** @param list undefined if the key has another type */
function toResult(list: TimedFeatures | undefined): ReadResult<TimedFeatures> {
  if (list === undefined) return { state: 'wrong type', expected: 'a sorted set' };
  return list.size === 0 ? ABSENT : { state: 'present', value: list };
}
