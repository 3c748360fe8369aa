import type { Found, HeldData } from '../loss/loss-watch.ts';
import { isKeyOf } from './mirror-kind.ts';
import type { MirrorKind } from './mirror-kind.ts';
import type { MirroredValues } from './mirrored-values.ts';

/** Keys that are read to find out whether a process has its data. */
const SAMPLE = 100;

/** What a mirror holds of one kind, as the decision between lost and deleted needs it. */
export function heldValues<Value>(kind: MirrorKind<Value>, values: MirroredValues<Value>): HeldData {
  return {
    heldKeys: () => [...values.keys()],
    async lookFor(keys) {
      const ours = keys.filter((key) => isKeyOf(kind, key));
      if (ours.length === 0) return { lookedFor: 0, found: 0 };
      if (kind.countFound !== undefined) return await kind.countFound(ours);
      if (kind.size !== undefined) return countNonZero(await kind.size.read(ours));
      return await countPresent(kind, values, selectSample(ours));
    },
  };
}

function countNonZero(sizes: readonly number[]): Found {
  return { lookedFor: sizes.length, found: sizes.filter((size) => size !== 0).length };
}

async function countPresent<Value>(
  kind: MirrorKind<Value>,
  values: MirroredValues<Value>,
  keys: readonly string[],
): Promise<Found> {
  const results = await kind.read(keys, { known: (key) => values.get(key), reason: 'revalidation' });
  return { lookedFor: keys.length, found: results.filter(({ state }) => state !== 'absent').length };
}

/** Evenly spread, so that no group of neighbours decides alone. */
function selectSample(keys: readonly string[]): readonly string[] {
  const step = Math.max(1, keys.length / SAMPLE);
  const count = Math.min(SAMPLE, keys.length);
  return Array.from({ length: count }, (_, index) => keys[Math.floor(index * step)] ?? '');
}
