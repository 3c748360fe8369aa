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

/** Describes the effect of changes, such as `free → blocked`, each once. A new reason alone is none. */
export function describeEffects(
  changes: readonly FeatureChange[],
  describeState: (state: EntryState) => string,
): string {
  const groups = groupChanges(changes).filter(({ after, before }) => !isSameState(before, after));
  if (groups.length === 0) return 'only the reason is new';
  const effects = groups.map(({ after, before }) => `${describeState(before)} → ${describeState(after)}`);
  return effects.slice(0, MAX_NAMED).join('; ') + (effects.length > MAX_NAMED ? '; …' : '');
}
