import { useState } from 'preact/hooks';
import { useApp, useStore } from '../state/context.ts';
import type { Toast } from '../state/context.ts';
import { undoChange } from '../state/edits.ts';
import { describeEditFailure, formatEntry } from '../state/formats.ts';
import type { AppContext } from '../state/context.ts';
import type { Entry, Written } from '../state/api-types.ts';
import type { Answer } from '../state/api.ts';

export interface UndoButtonProps {
  /** The id of the change. */
  readonly id: string;
  /** What screen readers say in place of its text. */
  readonly label?: string;
}

/** Undoes a change once, and shows the result. It can be used again only if that has failed. */
export function UndoButton({ id, label }: UndoButtonProps) {
  const app = useApp();
  const store = useStore();
  const [isUsed, setUsed] = useState(false);
  const undo = async (): Promise<void> => {
    setUsed(true);
    const answer = await undoChange(store, id);
    setUsed(answer.ok);
    app.toast(toastOf(answer, app));
  };
  return (
    <button type="button" aria-label={label} disabled={isUsed} onClick={() => void undo()}>
      {app.t('app.undo')}
    </button>
  );
}

function toastOf(answer: Answer<Written>, { t, language }: AppContext): Toast {
  if (answer.ok)
    return { phrase: { key: answer.body.id === undefined ? 'edit.undoUnchanged' : 'edit.undone' } };
  const { failure } = answer;
  if (failure.status !== 409) return { phrase: describeEditFailure(failure) };
  const entry = failure.body as Entry & { readonly feature: string };
  const { feature } = entry;
  // The whole list is being edited, rather than one of its entries.
  if (feature === '') return { phrase: { key: 'edit.undoBusy' } };
  const state = formatEntry(entry, t, language);
  return { phrase: { key: 'edit.undoConflict', values: { feature, state } } };
}
