import { useEffect, useState } from 'preact/hooks';
import { useApp, useStore } from './context.ts';
import { readEntry, writeEntry } from './edits.ts';
import type { RequestedEdit } from './edits.ts';
import { describeFailure } from './formats.ts';
import type { Phrase } from './phrase.ts';
import type { Entry } from './shapes.ts';

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

/**
 * One edit of one entry. It only succeeds if the entry is still in the state that the admin has seen (G76).
 * @param initialFeature the feature; empty if the admin enters it
 * @param onDone called when the change was written
 */
export function useEdit(list: string, initialFeature: string, onDone: () => void): Edit {
  const { toast } = useApp();
  const store = useStore();
  const [seen, setSeen] = useState<SeenEntry>();
  const [conflict, setConflict] = useState<Entry>();
  const [problem, setProblem] = useState<Phrase>();
  const [isBusy, setBusy] = useState(false);

  // Remembers the state that the admin sees when the dialog is opened.
  useEffect(() => {
    if (initialFeature === '') return;
    void readEntry(store, { list, feature: initialFeature }).then((answer) => {
      if (answer.ok && answer.etag !== undefined) setSeen({ feature: initialFeature, etag: answer.etag });
    });
  }, []);

  const showConflict = (feature: string, entry: Entry, etag: string): void => {
    setConflict(entry);
    setSeen({ feature, etag });
  };

  /** @returns the ETag of the entry that the admin has seen; undefined if the entry must be shown first */
  const etagOf = async (edit: RequestedEdit): Promise<string | undefined> => {
    if (seen?.feature === edit.feature) return seen.etag;
    const answer = await readEntry(store, edit);
    if (!answer.ok) {
      setProblem(describeFailure(answer.failure));
      return undefined;
    }
    const etag = answer.etag ?? '*';
    // For an entered name, the page has shown to the admin that the feature is not blocked.
    if (initialFeature !== '' || answer.body.blocked !== edit.isBlocked) return etag;
    showConflict(edit.feature, answer.body, etag);
    return undefined;
  };

  const write = async (edit: RequestedEdit, etag: string): Promise<void> => {
    const answer = await writeEntry(store, edit, etag);
    if (answer.ok) {
      const changed = edit.isBlocked ? 'edit.blocked' : 'edit.unblocked';
      const { id } = answer.body;
      const key = id === undefined ? 'edit.unchanged' : changed;
      toast({ phrase: { key, values: { feature: edit.feature } }, undoId: id });
      onDone();
      return;
    }
    const { failure } = answer;
    if (failure.status === 412) showConflict(edit.feature, failure.body as Entry, failure.etag ?? '*');
    else setProblem(describeFailure(failure));
  };

  const submit = async (edit: RequestedEdit, problemOfFields: Phrase | undefined): Promise<void> => {
    setProblem(problemOfFields);
    if (problemOfFields !== undefined) return;
    setBusy(true);
    const etag = await etagOf(edit);
    if (etag !== undefined) await write(edit, etag);
    setBusy(false);
  };

  return { isBusy, problem, conflict, submit };
}
