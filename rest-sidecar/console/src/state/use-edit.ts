import { useEffect, useState } from 'preact/hooks';
import { useApp, useStore } from './context.ts';
import { readEntry, writeEntry } from './edits.ts';
import type { Wish } from './edits.ts';
import { describeFailure } from './formats.ts';
import type { Phrase } from './phrase.ts';
import type { Entry } from './shapes.ts';

interface Seen {
  readonly feature: string;
  readonly etag: string;
}

export interface Edit {
  readonly isBusy: boolean;
  readonly problem: Phrase | undefined;
  /** The entry, where it is another one than the admin has seen. */
  readonly conflict: Entry | undefined;
  /** Makes the change, unless somebody else has changed the entry in the meantime. */
  submit(wish: Wish, problem: Phrase | undefined): Promise<void>;
}

/**
 * One edit of one entry, which changes what the admin has seen and nothing else (G76).
 * @param given the feature; empty where it is still to be entered
 * @param done called when the change is made
 */
export function useEdit(list: string, given: string, done: () => void): Edit {
  const { toast } = useApp();
  const store = useStore();
  const [seen, setSeen] = useState<Seen>();
  const [conflict, setConflict] = useState<Entry>();
  const [problem, setProblem] = useState<Phrase>();
  const [isBusy, setBusy] = useState(false);

  // What is changed later is the entry as it is now.
  useEffect(() => {
    if (given === '') return;
    void readEntry(store, { list, feature: given }).then((answer) => {
      if (answer.ok && answer.etag !== undefined) setSeen({ feature: given, etag: answer.etag });
    });
  }, []);

  const showConflict = (feature: string, entry: Entry, etag: string): void => {
    setConflict(entry);
    setSeen({ feature, etag });
  };

  /** @returns the ETag of what the admin has seen; undefined where that has to be shown first */
  const etagOf = async (wish: Wish): Promise<string | undefined> => {
    if (seen?.feature === wish.feature) return seen.etag;
    const answer = await readEntry(store, wish);
    if (!answer.ok) {
      setProblem(describeFailure(answer.failure));
      return undefined;
    }
    const etag = answer.etag ?? '*';
    // Of a name that was typed, the list said that it is free.
    if (given !== '' || answer.body.blocked !== wish.isBlocked) return etag;
    showConflict(wish.feature, answer.body, etag);
    return undefined;
  };

  const write = async (wish: Wish, etag: string): Promise<void> => {
    const answer = await writeEntry(store, wish, etag);
    if (answer.ok) {
      const changed = wish.isBlocked ? 'edit.blocked' : 'edit.unblocked';
      const { id } = answer.body;
      const key = id === undefined ? 'edit.unchanged' : changed;
      toast({ phrase: { key, values: { feature: wish.feature } }, undoId: id });
      done();
      return;
    }
    const { failure } = answer;
    if (failure.status === 412) showConflict(wish.feature, failure.body as Entry, failure.etag ?? '*');
    else setProblem(describeFailure(failure));
  };

  const submit = async (wish: Wish, problemOfFields: Phrase | undefined): Promise<void> => {
    setProblem(problemOfFields);
    if (problemOfFields !== undefined) return;
    setBusy(true);
    const etag = await etagOf(wish);
    if (etag !== undefined) await write(wish, etag);
    setBusy(false);
  };

  return { isBusy, problem, conflict, submit };
}
