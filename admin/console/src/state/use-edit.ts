import { useEffect, useRef, useState } from 'preact/hooks';
import { useApp, useStore } from './context.ts';
import type { AppContext, Toast } from './context.ts';
import { isAsShown, readEntry, writeSeenEntry } from './edits.ts';
import type { RequestedEdit, ShownState } from './edits.ts';
import { describeEditFailure, formatList } from './formats.ts';
import type { Phrase } from './phrase.ts';
import type { Entry } from './api-types.ts';

/** The version of an entry that the admin has seen. */
interface SeenEntry {
  readonly feature: string;
  readonly etag: string;
  /** The entry, if it differs from the one that the page showed. */
  readonly conflict: Entry | undefined;
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

/** The entry that is edited, as the page showed it when the dialog was opened. */
export interface ShownEntry extends ShownState {
  readonly list: string;
  /** Empty if the admin enters it. */
  readonly feature: string;
}

/**
 * One edit of one entry. It only succeeds if the entry is still in the state that the admin has seen (G76).
 * @param onDone called when the change was written, unless the dialog was closed before
 */
export function useEdit(shown: ShownEntry, onDone: () => void): Edit {
  const { t, toast } = useApp();
  const store = useStore();
  const [seen, setSeen] = useState<SeenEntry>();
  const [problem, setProblem] = useState<Phrase>();
  const [isBusy, setBusy] = useState(false);
  const isOpen = useRef(true);

  // Reads the version that the page shows, or reports that the page's list is stale.
  useEffect(() => {
    if (shown.feature === '') return;
    void readEntry(store, shown).then((answer) => {
      if (!answer.ok || answer.etag === undefined) return;
      const { body, etag } = answer;
      const conflict = isAsShown(body, shown) ? undefined : body;
      // The answer to a submit may have arrived before, and is newer.
      setSeen((known) => known ?? { feature: shown.feature, etag, conflict });
    });
  }, []);
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
      setSeen({ feature, etag: result.etag, conflict: result.entry });
    } else setProblem(describeEditFailure(result.failure));
    setBusy(false);
  };

  return { isBusy, problem, conflictOf: (feature) => seenOf(feature)?.conflict, submit };
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
