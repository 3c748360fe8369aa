import { useEffect, useRef, useState } from 'preact/hooks';
import type { FeatureChange } from '../../../../shared/feature-control/blocklist-change.ts';
import { isBlocked, isSameState } from '../../../../shared/feature-control/entry-state.ts';
import type { EntryState } from '../../../../shared/feature-control/entry-state.ts';
import { toFeaturesBody } from '../../../../shared/rest/blocklist-bodies.ts';
import type { EditConflictBody, EditedBody } from '../../../../shared/rest/blocklist-edits.ts';
import { t } from '../texts/translate.ts';
import type { Answer, RequestOptions } from './api.ts';
import { describeFailure, formatNumber } from './formats.ts';
import { listPath, toState } from './list-contents.ts';
import { useStore } from './store.ts';
import type { Toast } from './store.ts';

/** What a dialog shows of its edit. */
export interface EditStatus {
  readonly isBusy: boolean;
  readonly isDisabled: boolean;
  /** Why nothing can be edited, or why the last edit was not made; empty if there is no problem. */
  readonly problem: string;
  /** Entries that somebody else has changed, so that nothing is written until the admin has seen them. */
  readonly conflicts: EditConflictBody['conflicts'];
}

const IDLE = { isBusy: false, problem: '', conflicts: [] };

/** @param close closes the dialog that makes the edit */
export function useEdit(close: () => void) {
  const store = useStore();
  const [state, setState] = useState<Omit<EditStatus, 'isDisabled'>>(IDLE);
  const { obstacle } = store;
  const isDisabled = state.isBusy || obstacle !== '';
  const isOpen = useRef(true);
  useEffect(
    () => () => {
      isOpen.current = false;
    },
    [],
  );
  /**
   * Makes the edit, unless it is disabled. If it succeeds, shows the toast, and closes the dialog.
   * @returns undefined if it is disabled
   */
  const send = async <Body>(
    path: string,
    options: RequestOptions,
    toastOf: (body: Body) => Toast,
  ): Promise<Answer<Body> | undefined> => {
    if (isDisabled) return undefined;
    setState({ ...IDLE, isBusy: true });
    const answer = await store.api.request<Body>(path, options);
    if (answer.ok) {
      setState(IDLE);
      store.show(toastOf(answer.body));
      // Another dialog may be open by now.
      if (isOpen.current) close();
    } else if (answer.status === 409)
      setState({ ...IDLE, conflicts: (answer.body as EditConflictBody).conflicts });
    else setState({ ...IDLE, problem: describeFailure(answer, true) });
    return answer;
  };
  return { ...state, problem: obstacle === '' ? state.problem : obstacle, isDisabled, send };
}

/**
 * Writes changes of one list in one request, all or none. It only succeeds if each entry is still in the
 * state that the admin has seen (G76), or already in the wanted one.
 */
export function useListEdit(list: string, close: () => void) {
  const { send, ...status } = useEdit(close);
  const submit = async (changes: readonly FeatureChange[], reason: string): Promise<void> => {
    if (changes.length === 0) return;
    const seen = new Map<string, EntryState>(changes.map(({ feature, before }) => [feature, before]));
    for (const { feature, state } of status.conflicts)
      if (seen.has(feature)) seen.set(feature, toState(state));
    const body = {
      features: toFeaturesBody(new Map(changes.map(({ feature, after }) => [feature, after]))),
      expected: toFeaturesBody(seen),
      ...toReason(reason),
    };
    const options = { method: 'PATCH', body } as const;
    await send<EditedBody>(listPath(list), options, (edited) => toastOf(changes, edited));
  };
  return { ...status, submit };
}

/** Returns the part of a request that has the reason; empty if none was entered. */
export function toReason(entered: string): { readonly reason?: string } {
  const reason = entered.trim();
  return reason === '' ? {} : { reason };
}

/** @param edited without an id if the entries were already in the requested state */
function toastOf(wanted: readonly FeatureChange[], { changes, id }: EditedBody): Toast {
  const [{ feature, after }, ...others] = wanted as readonly [FeatureChange, ...FeatureChange[]];
  const isSeveral = others.length > 0;
  if (id === undefined) return { text: t(isSeveral ? 'edit.allUnchanged' : 'edit.unchanged', { feature }) };
  const reversal = { ids: [id], action: 'undo' } as const;
  if (isSeveral) return { text: t('edit.several', { count: formatNumber(changes.length) }), reversal };
  const isSame = changes.every((change) => isSameState(toState(change.before), toState(change.after)));
  if (isSame) return { text: t('edit.reasonChanged', { feature }), reversal };
  return { text: t(isBlocked(after) ? 'edit.blocked' : 'edit.unblocked', { feature }), reversal };
}
