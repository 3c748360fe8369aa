import { useState } from 'preact/hooks';
import type { EditConflictBody, UndoneBody } from '../../../../shared/rest/blocklist-edits.ts';
import type { Failure } from '../state/api.ts';
import { describeFailure, formatState } from '../state/formats.ts';
import { toState } from '../state/list-contents.ts';
import { useStore } from '../state/store.ts';
import type { Reversal, Toast } from '../state/store.ts';
import { t } from '../texts/translate.ts';
import { EditButton } from './edit-button.tsx';

export interface UndoButtonProps {
  readonly reversal: Reversal;
  /** What screen readers say in place of its text. */
  readonly label?: string;
}

/**
 * Undoes changes once, or makes undone ones again, and shows the result. It can be used again only if that
 * has failed.
 */
export function UndoButton({ reversal, label }: UndoButtonProps) {
  const store = useStore();
  const [isUsed, setUsed] = useState(false);
  const { ids, action } = reversal;
  const undo = async (): Promise<void> => {
    setUsed(true);
    const answer = await store.api.request<UndoneBody>('v1/history/undo', { method: 'POST', body: { ids } });
    setUsed(answer.ok);
    store.show(answer.ok ? toastOf(answer.body, action) : { text: describeRefusal(answer) });
  };
  return (
    <EditButton class="quiet" label={label} isBusy={isUsed} onClick={() => void undo()}>
      {t(`app.${action}`)}
    </EditButton>
  );
}

/** Returns how an undo can itself be reverted; undefined if it has changed nothing. */
export function reversalOf({ edits }: UndoneBody, action: Reversal['action']): Reversal | undefined {
  const ids = edits.flatMap(({ id }) => id ?? []);
  return ids.length === 0 ? undefined : { ids, action };
}

function toastOf(undone: UndoneBody, action: Reversal['action']): Toast {
  const reversal = reversalOf(undone, action === 'undo' ? 'redo' : 'undo');
  if (reversal === undefined) return { text: t('edit.undoUnchanged') };
  return { text: t(action === 'undo' ? 'edit.undone' : 'edit.redone'), reversal };
}

function describeRefusal(failure: Failure): string {
  if (failure.status !== 409) return describeFailure(failure, true);
  const { conflicts } = failure.body as EditConflictBody;
  const [conflict, ...others] = conflicts;
  if (conflict === undefined || others.length > 0)
    return t('edit.undoConflicts', { count: conflicts.length });
  const { feature, state } = conflict;
  return t('edit.undoConflict', { feature, state: formatState(toState(state)) });
}
