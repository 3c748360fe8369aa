import { MOST_NAMES } from '../../../../shared/feature-control/blocklist-editor.ts';
import type { BlocklistChange } from '../../../../shared/feature-control/blocklist-editor.ts';
import { formatBlocklistName } from '../../../../shared/feature-control/blocklist-name.ts';
import type { EntryState } from '../../../../shared/feature-control/entry-state.ts';
import { formatTime } from '../output.ts';

/** A state in a word or two. */
export function describeState({ permanent, untilMs }: EntryState): string {
  if (permanent) return 'blocked';
  return untilMs === undefined ? 'free' : `until ${formatTime(untilMs)}`;
}

/** What a change has done, in a few words. */
export function describeChange({ before, after, sizes }: BlocklistChange): string {
  if (sizes !== undefined) return `${sizes.before} → ${sizes.after} features`;
  return `${describeState(before)} → ${describeState(after)}`;
}

/** What a change is about: a feature, or some of the many. */
export function describeFeatures({ feature, sizes }: BlocklistChange): string {
  if (sizes === undefined) return feature;
  return [...sizes.names, ...(sizes.names.length === MOST_NAMES ? ['…'] : [])].join(', ');
}

/** A change as JSON: times in milliseconds since the epoch, absent texts null. */
export function changeToJson(change: BlocklistChange) {
  const { id, atMs, list, feature, before, after, actor, source, reason, undoes, sizes } = change;
  return {
    ...{ id, at: atMs, list: formatBlocklistName(list), feature: sizes === undefined ? feature : null },
    ...{ before: stateToJson(before), after: stateToJson(after), sizes: sizes ?? null },
    ...{ actor, source, reason: reason ?? null, undoes: undoes ?? null },
  };
}

function stateToJson({ permanent, untilMs }: EntryState) {
  return { blocked: permanent, until: untilMs ?? null };
}
