import { useEffect, useRef, useState } from 'preact/hooks';
import { useApp, useStore } from './context.ts';
import type { Toast } from './context.ts';
import { isAsShown, readEntry, writeSeenEntry } from './edits.ts';
import type { RequestedEdit, ShownState } from './edits.ts';
import { describeEditFailure } from './formats.ts';
import type { Phrase } from './phrase.ts';
import type { Entry } from './api-types.ts';

/** The version of an entry that the admin has seen. */
interface SeenEntry {
  readonly feature: string;
  readonly etag: string;
}

export interface Edit {
  readonly isBusy: boolean;
  readonly problem: Phrase | undefined;
  /** The current entry, if it differs from the one that the admin has seen. */
  readonly conflict: Entry | undefined;
  /**
   * Writes the change, unless somebody else has changed the entry in the meantime.
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
  const { toast } = useApp();
  const store = useStore();
  const [seen, setSeen] = useState<SeenEntry>();
  const [conflict, setConflict] = useState<Entry>();
  const [problem, setProblem] = useState<Phrase>();
  const [isBusy, setBusy] = useState(false);
  const isOpen = useRef(true);

  // Reads the version that the page shows, or reports that the page's list is stale.
  useEffect(() => {
    if (shown.feature === '') return;
    void readEntry(store, shown).then((answer) => {
      if (!answer.ok || answer.etag === undefined) return;
      setSeen({ feature: shown.feature, etag: answer.etag });
      if (!isAsShown(answer.body, shown)) setConflict(answer.body);
    });
  }, []);
  useEffect(
    () => () => {
      isOpen.current = false;
    },
    [],
  );

  const submit = async (edit: RequestedEdit, problemOfFields: Phrase | undefined): Promise<void> => {
    setProblem(problemOfFields);
    if (problemOfFields !== undefined) return;
    setBusy(true);
    const { feature } = edit;
    const etag = seen?.feature === feature ? seen.etag : undefined;
    const result = await writeSeenEntry(store, edit, { etag, shown });
    if (result.kind === 'written') {
      toast(toastOf(edit, result.id));
      if (isOpen.current) onDone();
    } else if (result.kind === 'conflict') {
      setConflict(result.entry);
      setSeen({ feature, etag: result.etag });
    } else setProblem(describeEditFailure(result.failure));
    setBusy(false);
  };

  return { isBusy, problem, conflict, submit };
}

/** @param id of the recorded change; undefined if the entry was already in the requested state */
function toastOf({ feature, isBlocked }: RequestedEdit, id: string | undefined): Toast {
  const changed = isBlocked ? 'edit.blocked' : 'edit.unblocked';
  return { phrase: { key: id === undefined ? 'edit.unchanged' : changed, values: { feature } }, undoId: id };
}
