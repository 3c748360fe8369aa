import { useEffect, useRef, useState } from 'preact/hooks';
import { GLOBAL_LIST, parseBlocklistName } from '../../../../shared/feature-control/blocklist-name.ts';
import { formatState, isBlocked } from '../../../../shared/feature-control/entry-state.ts';
import type { FeatureChange } from '../../../../shared/feature-control/list-difference.ts';
import type { BlocklistEntryBody, EditedBody } from '../../../../shared/rest/blocklist-edits.ts';
import { t } from '../texts/translate.ts';
import type { Answer } from './api.ts';
import { describeFailure } from './formats.ts';
import { useStore } from './store.ts';
import type { Store, Toast } from './store.ts';

/** Returns the URL path of an entry. @param list `global`, `client:<client>` or `server:<server>` */
function entryPath(list: string, feature: string): string {
  const named = parseBlocklistName(list) ?? GLOBAL_LIST;
  const parts = named.kind === 'global' ? ['global'] : [`${named.kind}s`, named.name];
  return ['v1', 'blocklists', ...parts, feature].map(encodeURIComponent).join('/');
}

/** Writes an entry if it is still in the state before the change. Waits while the token edits too often. */
async function writeEntry(
  store: Store,
  list: string,
  { feature, before, after }: FeatureChange,
  reason: string,
): Promise<Answer<EditedBody>> {
  for (;;) {
    const answer = await store.request<EditedBody>(entryPath(list, feature), {
      method: isBlocked(after) ? 'PUT' : 'DELETE',
      body: { reason: reason.trim() || undefined, until: after.untilMs },
      ifMatch: `"${formatState(before)}"`,
    });
    if (answer.ok || answer.failure.status !== 429) return answer;
    const { retryAfterSeconds } = answer.failure;
    await new Promise((resolve) => setTimeout(resolve, retryAfterSeconds * 1000));
  }
}

export interface Edits {
  readonly isBusy: boolean;
  /** Why the last change could not be written; empty if there was no problem. */
  readonly problem: string;
  /** An entry that somebody else has changed, which stopped the edits until the admin has seen it. */
  readonly conflict: BlocklistEntryBody | undefined;
  submit(changes: readonly FeatureChange[], reason: string): Promise<void>;
}

/**
 * Writes changes of one list, one after the other. A change only succeeds if its entry is still in the state
 * that the admin has seen (G76).
 * @param onDone called when all were written, unless the dialog was closed before
 */
export function useEdits(list: string, onDone: () => void): Edits {
  const store = useStore();
  const [state, setState] = useState<Omit<Edits, 'submit'>>(IDLE);
  const written = useRef(new Set<string>()).current;
  const isOpen = useRef(true);
  useEffect(
    () => () => {
      isOpen.current = false;
    },
    [],
  );
  const submit = async (changes: readonly FeatureChange[], reason: string): Promise<void> => {
    if (changes.length === 0) return;
    const { conflict } = state;
    setState({ ...IDLE, isBusy: true });
    let id: string | undefined;
    for (const change of changes) {
      if (written.has(change.feature)) continue;
      const seen = conflict?.feature === change.feature ? stateOf(conflict) : change.before;
      const answer = await writeEntry(store, list, { ...change, before: seen }, reason);
      if (!answer.ok) {
        const { status, body } = answer.failure;
        if (status === 412) setState({ ...IDLE, conflict: body as BlocklistEntryBody });
        else setState({ ...IDLE, problem: describeFailure(answer.failure) });
        return;
      }
      written.add(change.feature);
      id = answer.body.id;
      if (!isOpen.current) break;
    }
    setState(IDLE);
    store.show(toastOf(changes, id));
    if (isOpen.current) onDone();
  };
  return { ...state, submit };
}

const IDLE = { isBusy: false, problem: '', conflict: undefined };

function stateOf({ permanent, until }: BlocklistEntryBody): FeatureChange['before'] {
  return { permanent, untilMs: until };
}

/** @param id of the last recorded change; undefined if the entry was already in the requested state */
function toastOf(changes: readonly FeatureChange[], id: string | undefined): Toast {
  const [{ feature, after }, ...others] = changes as readonly [FeatureChange, ...FeatureChange[]];
  if (others.length > 0) return { text: t('edit.several', { count: changes.length }) };
  if (id === undefined) return { text: t('edit.unchanged', { feature }) };
  return { text: t(isBlocked(after) ? 'edit.blocked' : 'edit.unblocked', { feature }), undoId: id };
}
