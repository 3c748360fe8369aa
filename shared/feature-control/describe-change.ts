import { groupChanges } from './blocklist-change.ts';
import type { BlocklistChange, FeatureChange } from './blocklist-change.ts';
import { isSameState } from './entry-state.ts';
import type { EntryState } from './entry-state.ts';

/** Features and effects that are named in one description. */
const MAX_NAMED = 5;

/** Names the features of a change in English: all, or the first ones and the number of the others. */
export function describeFeatures({ changes, total }: Pick<BlocklistChange, 'changes' | 'total'>): string {
  const named = changes.slice(0, MAX_NAMED).map(({ feature }) => feature);
  const more = total - named.length;
  return more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', ');
}

/** Describes the effect of changes, such as `free → blocked` or `new reason`; each effect once. */
export function describeEffects(
  changes: readonly FeatureChange[],
  describeState: (state: EntryState) => string,
): string {
  const described = groupChanges(changes).map(({ after, before }) =>
    isSameState(before, after) ? 'new reason' : `${describeState(before)} → ${describeState(after)}`,
  );
  const effects = [...new Set(described)];
  return effects.slice(0, MAX_NAMED).join('; ') + (effects.length > MAX_NAMED ? '; …' : '');
}
