import type { BlocklistChange, FeatureChange } from '../feature-control/blocklist-change.ts';
import type { EditResult } from '../feature-control/blocklist-editor.ts';
import { formatBlocklistName } from '../feature-control/blocklist-name.ts';
import type { BlocklistName } from '../feature-control/blocklist-name.ts';
import { BLOCKED, blockedUntil, FREE, isBlocked } from '../feature-control/entry-state.ts';
import type { EntryState } from '../feature-control/entry-state.ts';
import type { ListContents } from '../feature-control/list-contents.ts';
import type {
  ChangeBody,
  EditConflictBody,
  EditedBody,
  EntryStateBody,
  FeatureChangeBody,
} from './blocklist-edits.ts';

// The one JSON of lists and changes: of the REST interface and its events, the webhook, the command line and
// the dump. Undefined properties are absent in JSON.

export function toStateBody(state: EntryState): EntryStateBody {
  const { permanent, untilMs } = state;
  if (untilMs === undefined) return { blocked: permanent };
  return permanent
    ? { blocked: true, permanent, until: untilMs }
    : { blocked: isBlocked(state), until: untilMs };
}

/** @returns undefined for a contradiction, such as a feature that is free until a time */
export function parseStateBody({
  blocked,
  permanent = false,
  until,
}: EntryStateBody): EntryState | undefined {
  if (!blocked) return permanent || until !== undefined ? undefined : FREE;
  if (until === undefined) return BLOCKED;
  return permanent ? { permanent, untilMs: until } : blockedUntil(until);
}

/** Converts the states of features to a JSON object. */
export function toFeaturesBody(contents: ListContents): Record<string, EntryStateBody> {
  return Object.fromEntries([...contents].map(([feature, state]) => [feature, toStateBody(state)]));
}

export function toFeatureChangeBody({ after, before, feature }: FeatureChange): FeatureChangeBody {
  return { feature, before: toStateBody(before), after: toStateBody(after) };
}

/** Converts a recorded change. */
export function toChangeBody(change: BlocklistChange): ChangeBody {
  const { actor, atMs, batch, changes, id, list, reason, source, total, undoes } = change;
  return {
    id,
    at: atMs,
    actor,
    source,
    list: formatBlocklistName(list),
    changes: changes.map(toFeatureChangeBody),
    total,
    ...(reason === undefined ? {} : { reason }),
    ...(undoes.length === 0 ? {} : { undoes: [...undoes] }),
    ...(batch === undefined ? {} : { batch }),
  };
}

/** Converts the result of an edit that was made, or that had nothing to change. */
export function toEditedBody(
  list: BlocklistName,
  result: EditResult & { readonly outcome: 'changed' | 'unchanged' },
): EditedBody {
  const name = formatBlocklistName(list);
  if (result.outcome === 'unchanged') return { list: name, changes: [] };
  return { id: result.id, list: name, changes: result.changes.map(toFeatureChangeBody) };
}

/** Converts the conflicts of an edit. */
export function toConflictBody(
  list: BlocklistName,
  { conflicts }: EditResult & { readonly outcome: 'conflict' },
): EditConflictBody {
  const entries = conflicts.length === 1 ? '1 entry' : `${conflicts.length} entries`;
  return {
    error: `Somebody else has changed ${entries} of this list in the meantime; it was not changed.`,
    list: formatBlocklistName(list),
    conflicts: conflicts.map(({ feature, lastChange, state }) => ({
      feature,
      state: toStateBody(state),
      ...(lastChange === undefined ? {} : { actor: lastChange.actor, at: lastChange.atMs }),
      ...(lastChange?.reason === undefined ? {} : { reason: lastChange.reason }),
    })),
  };
}
