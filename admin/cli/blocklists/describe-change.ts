import { MAX_RECORDED_NAMES } from '../../../shared/feature-control/blocklist-editor.ts';
import type { BlocklistChange } from '../../../shared/feature-control/blocklist-editor.ts';
import { formatBlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import type { EntryState } from '../../../shared/feature-control/entry-state.ts';
import { formatTime } from '../output.ts';

/** Describes a state: `blocked`, `free` or `until <time>`. */
export function describeState({ permanent, untilMs }: EntryState): string {
  if (permanent) return 'blocked';
  return untilMs === undefined ? 'free' : `until ${formatTime(untilMs)}`;
}

/** Describes the effect of a change, such as `free → blocked`; of an import, `3 → 5 features`. */
export function describeChange({ before, after, sizes }: BlocklistChange): string {
  if (sizes !== undefined) return `${sizes.before} → ${sizes.after} features`;
  return `${describeState(before)} → ${describeState(after)}`;
}

/** Returns the feature of a change; of an import, the recorded ones of its features. */
export function describeFeatures({ feature, sizes }: BlocklistChange): string {
  if (sizes === undefined) return feature;
  return [...sizes.names, ...(sizes.names.length === MAX_RECORDED_NAMES ? ['…'] : [])].join(', ');
}

/** Converts a change to JSON: times in milliseconds since the epoch, absent texts as null. */
export function changeToJson(change: BlocklistChange) {
  const { id, atMs, list, feature, before, after, actor, source, reason, undoes, sizes } = change;
  return {
    id,
    at: atMs,
    list: formatBlocklistName(list),
    feature: sizes === undefined ? feature : null,
    before: stateToJson(before),
    after: stateToJson(after),
    sizes: sizes ?? null,
    actor,
    source,
    reason: reason ?? null,
    undoes: undoes ?? null,
  };
}

function stateToJson({ permanent, untilMs }: EntryState) {
  return { blocked: permanent, until: untilMs ?? null };
}
