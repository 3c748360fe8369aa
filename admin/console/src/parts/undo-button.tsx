import { useState } from 'preact/hooks';
import type { EditConflictBody, UndoneBody } from '../../../../shared/rest/blocklist-edits.ts';
import type { Answer } from '../state/api.ts';
import { describeFailure, formatState } from '../state/formats.ts';
import { toState } from '../state/list-contents.ts';
import { useStore } from '../state/store.ts';
import { t } from '../texts/translate.ts';
import { EditButton } from './edit-button.tsx';

export interface UndoButtonProps {
  /** The id of the change. */
  readonly id: string;
  /** What screen readers say in place of its text. */
  readonly label?: string;
}

/** Undoes a change once, and shows the result. It can be used again only if that has failed. */
export function UndoButton({ id, label }: UndoButtonProps) {
  const store = useStore();
  const [isUsed, setUsed] = useState(false);
  const undo = async (): Promise<void> => {
    setUsed(true);
    const path = `v1/history/${encodeURIComponent(id)}/undo`;
    const answer = await store.request<UndoneBody>(path, { method: 'POST', body: {} });
    setUsed(answer.ok);
    store.show({ text: describeResult(answer) });
  };
  return (
    <EditButton label={label} isBusy={isUsed} onClick={() => void undo()}>
      {t('app.undo')}
    </EditButton>
  );
}

function describeResult(answer: Answer<UndoneBody>): string {
  if (answer.ok) {
    const isChanged = answer.body.edits.some(({ id }) => id !== undefined);
    return t(isChanged ? 'edit.undone' : 'edit.undoUnchanged');
  }
  const { failure } = answer;
  if (failure.status !== 409) return describeFailure(failure, true);
  const [conflict, ...others] = (failure.body as EditConflictBody).conflicts;
  if (conflict === undefined || others.length > 0)
    return t('edit.undoConflicts', { count: others.length + 1 });
  const { feature, state } = conflict;
  return t('edit.undoConflict', { feature, state: formatState(toState(state)) });
}
