import { useEffect, useRef, useState } from 'preact/hooks';
import type { FeatureChange } from '../../../../shared/feature-control/blocklist-change.ts';
import { isBlocked, isSameState } from '../../../../shared/feature-control/entry-state.ts';
import type { EntryState } from '../../../../shared/feature-control/entry-state.ts';
import { toFeaturesBody } from '../../../../shared/rest/blocklist-bodies.ts';
import type { EditConflictBody, EditedBody, ListEditBody } from '../../../../shared/rest/blocklist-edits.ts';
import { t } from '../texts/translate.ts';
import { editObstacle } from './edit-obstacle.ts';
import { describeFailure, formatNumber } from './formats.ts';
import { listPath, toState } from './list-contents.ts';
import { useStore } from './store.ts';
import type { Toast } from './store.ts';

type Conflicts = EditConflictBody['conflicts'];

export interface Edits {
  readonly isBusy: boolean;
  /** Why nothing can be submitted at present; empty if it can. */
  readonly obstacle: string;
  /** Why the last change could not be written; empty if there was no problem. */
  readonly problem: string;
  /** Entries that somebody else has changed, so that nothing is written until the admin has seen them. */
  readonly conflicts: Conflicts;
  submit(changes: readonly FeatureChange[], reason: string): Promise<void>;
}

/**
 * Writes changes of one list in one request, all or none. It only succeeds if each entry is still in the
 * state that the admin has seen (G76), or already in the wanted one.
 * @param onDone called when they were written, unless the dialog was closed before
 */
export function useEdits(list: string, onDone: () => void): Edits {
  const store = useStore();
  const [state, setState] = useState<Omit<Edits, 'obstacle' | 'submit'>>(IDLE);
  const obstacle = editObstacle(store);
  const isOpen = useRef(true);
  useEffect(
    () => () => {
      isOpen.current = false;
    },
    [],
  );
  const submit = async (changes: readonly FeatureChange[], reason: string): Promise<void> => {
    if (changes.length === 0 || state.isBusy || obstacle !== '') return;
    const seen = new Map<string, EntryState>(changes.map(({ feature, before }) => [feature, before]));
    for (const { feature, state: shown } of state.conflicts)
      if (seen.has(feature)) seen.set(feature, toState(shown));
    setState({ ...IDLE, isBusy: true });
    const trimmed = reason.trim();
    const body: ListEditBody = {
      features: toFeaturesBody(new Map(changes.map(({ feature, after }) => [feature, after]))),
      expected: toFeaturesBody(seen),
      ...(trimmed === '' ? {} : { reason: trimmed }),
    };
    const answer = await store.request<EditedBody>(listPath(list), { method: 'PATCH', body });
    if (!answer.ok) {
      const { failure } = answer;
      if (failure.status === 409)
        setState({ ...IDLE, conflicts: (failure.body as EditConflictBody).conflicts });
      else setState({ ...IDLE, problem: describeFailure(failure, true) });
      return;
    }
    setState(IDLE);
    store.show(toastOf(changes, answer.body));
    if (isOpen.current) onDone();
  };
  return { ...state, obstacle, submit };
}

const IDLE = { isBusy: false, problem: '', conflicts: [] };

/** @param edited without an id if the entries were already in the requested state */
function toastOf(wanted: readonly FeatureChange[], { changes, id }: EditedBody): Toast {
  const reversal = id === undefined ? undefined : ({ ids: [id], action: 'undo' } as const);
  const [{ feature, after }, ...others] = wanted as readonly [FeatureChange, ...FeatureChange[]];
  if (id === undefined)
    return { text: t(others.length > 0 ? 'edit.allUnchanged' : 'edit.unchanged', { feature }) };
  if (others.length > 0)
    return { text: t('edit.several', { count: formatNumber(changes.length) }), reversal };
  const isSame = changes.every((change) => isSameState(toState(change.before), toState(change.after)));
  if (isSame) return { text: t('edit.reasonChanged', { feature }), reversal };
  return { text: t(isBlocked(after) ? 'edit.blocked' : 'edit.unblocked', { feature }), reversal };
}
