import { MemoryTimedFeatures } from '../../../feature-control/timed-features.ts';
import type { TimedFeatures } from '../../../feature-control/timed-features.ts';
import { ABSENT } from '../../mirror/mirror-kind.ts';
import type { MirrorKind, ReadResult } from '../../mirror/mirror-kind.ts';
import type { RedisCommands } from '../../redis-commands.ts';
import { isForbidden } from '../../redis-error.ts';
import type { RedisKeys } from '../../redis-keys.ts';

export const NO_TIMED_FEATURES: TimedFeatures = new MemoryTimedFeatures(new Map());

export interface TimedBlocklistKindDependencies {
  readonly commands: Pick<RedisCommands, 'zscan' | 'zcard'>;
  readonly keys: RedisKeys;
  /** Measures the clock of Redis. Called with each read, and never while there is nothing to read. */
  readonly measureClock: () => Promise<void>;
  /** Called if Redis does not allow timed blocklists to be read. They stay as last read, or empty. */
  readonly forbidden: (cause: unknown) => void;
}

const BATCH_SIZE = 16;

/**
 * Timed blocklists as a {@link MirrorKind}: sorted sets of features by the end of their block, compared by
 * size.
 */
export function timedBlocklistKind({
  commands,
  keys,
  measureClock,
  forbidden,
}: TimedBlocklistKindDependencies): MirrorKind<TimedFeatures> {
  /** An ACL that predates timed blocks must not make every list unreadable. */
  const unlessForbidden = async <Reply>(reply: Promise<readonly Reply[]>, fallback: readonly Reply[]) => {
    try {
      const [replies] = await Promise.all([reply, measureClock()]);
      return replies;
    } catch (cause) {
      if (!isForbidden(cause)) throw cause;
      forbidden(cause);
      return fallback;
    }
  };
  return {
    name: 'timed blocklists',
    prefixes: [keys.timedBlocklists],
    batchSize: BATCH_SIZE,
    // Without results, memory keeps what it has.
    read: async (some) => (await unlessForbidden(commands.zscan(some), [])).map(toResult),
    size: {
      of: (list) => list.size,
      read: async (some) => {
        if (some.length === 0) return [];
        return await unlessForbidden(
          commands.zcard(some),
          some.map(() => 0),
        );
      },
    },
  };
}

/** @param list undefined if the key has another type */
function toResult(list: TimedFeatures | undefined): ReadResult<TimedFeatures> {
  if (list === undefined) return { state: 'wrong type', expected: 'a sorted set' };
  return list.size === 0 ? ABSENT : { state: 'present', value: list };
}
