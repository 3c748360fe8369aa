import { useEffect, useRef, useState } from 'preact/hooks';
import { useApp, useStore } from './context.ts';
import type { AppContext, Toast } from './context.ts';
import { writeSeenEntry } from './edits.ts';
import type { RequestedEdit, ShownState } from './edits.ts';
import { describeEditFailure, formatList } from './formats.ts';
import type { Phrase } from './phrase.ts';
import type { Entry } from './api-types.ts';

/** An entry that differs from the one that the page showed, as the admin has seen it since. */
interface SeenEntry {
  readonly feature: string;
  readonly etag: string;
  readonly entry: Entry;
}

export interface Edit {
  readonly isBusy: boolean;
  readonly problem: Phrase | undefined;
  /** Returns the current entry of the feature, if it differs from the one that the admin has seen. */
  conflictOf(feature: string): Entry | undefined;
  /**
   * Writes the change, unless the entry has changed in the meantime.
   * @param problem of the form's fields; if there is one, it is only shown
   */
  submit(edit: RequestedEdit, problem: Phrase | undefined): Promise<void>;
}

/**
 * One edit of one entry. It only succeeds if the entry is still in the state that the admin has seen (G76).
 * @param shown the entry as the page showed it when the dialog was opened
 * @param onDone called when the change was written, unless the dialog was closed before
 */
export function useEdit(shown: ShownState, onDone: () => void): Edit {
  const { t, toast } = useApp();
  const store = useStore();
  const [seen, setSeen] = useState<SeenEntry>();
  const [problem, setProblem] = useState<Phrase>();
  const [isBusy, setBusy] = useState(false);
  const isOpen = useRef(true);

  useEffect(
    () => () => {
      isOpen.current = false;
    },
    [],
  );

  const seenOf = (feature: string) => (seen?.feature === feature ? seen : undefined);
  const submit = async (edit: RequestedEdit, problemOfFields: Phrase | undefined): Promise<void> => {
    setProblem(problemOfFields);
    if (problemOfFields !== undefined) return;
    setBusy(true);
    const { feature } = edit;
    const result = await writeSeenEntry(store, edit, { etag: seenOf(feature)?.etag, shown });
    if (result.kind === 'written') {
      toast(toastOf(edit, result.id, t));
      if (isOpen.current) onDone();
    } else if (result.kind === 'conflict') {
      setSeen({ feature, etag: result.etag, entry: result.entry });
    } else setProblem(describeEditFailure(result.failure));
    setBusy(false);
  };

  return { isBusy, problem, conflictOf: (feature) => seenOf(feature)?.entry, submit };
}

/** @param id of the recorded change; undefined if the entry was already in the requested state */
function toastOf(edit: RequestedEdit, id: string | undefined, t: AppContext['t']): Toast {
  const { feature } = edit;
  if (id === undefined) return { phrase: { key: 'edit.unchanged', values: { feature } } };
  return { phrase: changePhrase(edit, t), undoId: id };
}

function changePhrase({ list, feature, isBlocked }: RequestedEdit, t: AppContext['t']): Phrase {
  if (isBlocked) return { key: 'edit.blocked', values: { feature } };
  if (list === 'global') return { key: 'edit.unblocked', values: { feature } };
  return { key: 'edit.unblockedIn', values: { feature, list: formatList(list, t) } };
}
