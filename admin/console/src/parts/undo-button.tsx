import { useState } from 'preact/hooks';
import type { BlocklistEntryBody, EditedBody } from '../../../../shared/rest/blocklist-edits.ts';
import type { Answer } from '../state/api.ts';
import { describeFailure, formatEntry } from '../state/formats.ts';
import { useStore } from '../state/store.ts';
import { t } from '../texts/translate.ts';

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
    const answer = await store.request<EditedBody>(path, { method: 'POST', body: {} });
    setUsed(answer.ok);
    store.show({ text: describeResult(answer) });
  };
  return (
    <button type="button" aria-label={label} disabled={isUsed} onClick={() => void undo()}>
      {t('app.undo')}
    </button>
  );
}

function describeResult(answer: Answer<EditedBody>): string {
  if (answer.ok) return t(answer.body.id === undefined ? 'edit.undoUnchanged' : 'edit.undone');
  const { failure } = answer;
  if (failure.status !== 409) return describeFailure(failure);
  const entry = failure.body as BlocklistEntryBody;
  const { feature } = entry;
  // The whole list is being edited, rather than one of its entries.
  if (feature === '') return t('edit.undoBusy');
  return t('edit.undoConflict', { feature, state: formatEntry(entry) });
}
