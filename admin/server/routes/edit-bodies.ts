import type { BlocklistChange, EditResult } from '../../../shared/feature-control/blocklist-editor.ts';
import { formatBlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import type { BlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import { isBlocked } from '../../../shared/feature-control/entry-state.ts';
import type { EntryState } from '../../../shared/feature-control/entry-state.ts';

// JSON has no fields that are undefined here. The tests check the bodies with the schemas.

function toStateBody(state: EntryState) {
  return { blocked: isBlocked(state), permanent: state.permanent, until: state.untilMs };
}

/** Converts an entry to the body of its GET. */
export function toEntryBody(
  list: BlocklistName,
  feature: string,
  state: EntryState,
  lastChange: BlocklistChange | undefined,
) {
  const change = lastChange && toChangeBody(lastChange);
  return { list: formatBlocklistName(list), feature, ...toStateBody(state), lastChange: change };
}

/** Converts the result of a successful edit to the body of its response. */
export function toEditedBody(result: EditResult & { readonly outcome: 'changed' | 'unchanged' }) {
  if (result.outcome === 'unchanged')
    return { before: toStateBody(result.state), after: toStateBody(result.state) };
  const { after, before, features, id } = result;
  return { id, before: toStateBody(before), after: toStateBody(after), features };
}

/** Converts a change of the history to its representation. */
export function toChangeBody(change: BlocklistChange) {
  const { actor, after, atMs, before, feature, id, list, reason, sizes, source, undoes } = change;
  return {
    id,
    at: atMs,
    actor,
    source,
    list: formatBlocklistName(list),
    feature,
    before: toStateBody(before),
    after: toStateBody(after),
    reason,
    undoes,
    sizes,
  };
}
