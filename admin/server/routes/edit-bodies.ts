import type { BlocklistChange, EditResult } from '../../../shared/feature-control/blocklist-editor.ts';
import { formatBlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import type { BlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import { isBlocked } from '../../../shared/feature-control/entry-state.ts';
import type { EntryState } from '../../../shared/feature-control/entry-state.ts';
import type {
  BlocklistEntryBody,
  ChangeBody,
  EditedBody,
  EntryStateBody,
} from '../../../shared/rest/blocklist-edits.ts';

function toStateBody(state: EntryState): EntryStateBody {
  const { permanent, untilMs } = state;
  return { blocked: isBlocked(state), permanent, ...(untilMs !== undefined && { until: untilMs }) };
}

/** Converts an entry to the body of its GET. */
export function toEntryBody(
  list: BlocklistName,
  feature: string,
  state: EntryState,
  lastChange: BlocklistChange | undefined,
): BlocklistEntryBody {
  return {
    list: formatBlocklistName(list),
    feature,
    ...toStateBody(state),
    ...(lastChange !== undefined && { lastChange: toChangeBody(lastChange) }),
  };
}

/** Converts the result of a successful edit to the body of its response. */
export function toEditedBody(result: EditResult & { readonly outcome: 'changed' | 'unchanged' }): EditedBody {
  return result.outcome === 'unchanged'
    ? { before: toStateBody(result.state), after: toStateBody(result.state) }
    : {
        id: result.id,
        before: toStateBody(result.before),
        after: toStateBody(result.after),
        ...(result.features !== undefined && { features: result.features }),
      };
}

/** Converts a change of the history to its representation. */
export function toChangeBody(change: BlocklistChange): ChangeBody {
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
    ...(reason !== undefined && { reason }),
    ...(undoes !== undefined && { undoes }),
    ...(sizes !== undefined && { sizes: { ...sizes, names: [...sizes.names] } }),
  };
}
