import { ABSENT } from '../../../../shared/redis/mirror/mirror-kind.ts';
import type { MirrorKind, ReadResult } from '../../../../shared/redis/mirror/mirror-kind.ts';
import type { SizeCommand } from './read-lists.ts';

/** `SCARD`, `ZCARD` or `XLEN` of each key, in their order; -1 for a key of another type. */
export type ReadSizes = (command: SizeCommand, keys: readonly string[]) => Promise<readonly number[]>;

const EXPECTED = { scard: 'a set', zcard: 'a sorted set', xlen: 'a stream' } as const;

/**
 * The sizes of all sets, sorted sets or streams under some prefixes as a {@link MirrorKind}. Every write to
 * one of them is a change to listeners, also one after which it has as many members as before.
 */
export function sizesKind(
  command: SizeCommand,
  { name, keys, prefixes }: Pick<MirrorKind<number>, 'name' | 'keys' | 'prefixes'>,
  read: ReadSizes,
): MirrorKind<number> {
  const toResult = (size: number): ReadResult<number> => {
    if (size < 0) return { state: 'wrong type', expected: EXPECTED[command] };
    return size === 0 ? ABSENT : { state: 'present', value: size };
  };
  return {
    ...{ name, prefixes },
    ...(keys !== undefined && { keys }),
    read: async (some) => (await read(command, some)).map(toResult),
    size: { of: (size) => size, read: async (some) => await read(command, some) },
  };
}
