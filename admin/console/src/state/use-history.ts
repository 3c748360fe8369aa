import { useEffect, useState } from 'preact/hooks';
import { useStore, useThrottled } from './context.ts';
import { describeFailure } from './formats.ts';
import { withNewest } from './loaded-history.ts';
import type { LoadedHistory } from './loaded-history.ts';
import type { Phrase } from './phrase.ts';
import type { HistoryPage } from './api-types.ts';

/** Minimum interval between two loads, which changes and keystrokes in a filter cause, in milliseconds. */
const RELOAD_MS = 400;

export interface ShownHistory {
  /** Undefined until it is loaded. */
  readonly loaded: LoadedHistory | undefined;
  /** Why the last load has failed. */
  readonly problem: Phrase | undefined;
  /** Loads older changes. @param next the position of the newest of them */
  readonly loadOlder: (next: string) => Promise<void>;
}

/** Loads the history, and keeps it up to date. @param query the filters, as the query of the URL */
export function useHistory(query: string): ShownHistory {
  const store = useStore();
  const [loaded, setLoaded] = useState<LoadedHistory & { readonly query: string }>();
  const [problem, setProblem] = useState<Phrase>();
  const load = async (before: string): Promise<HistoryPage | undefined> => {
    const answer = await store.request<HistoryPage>(`v1/history?${query}${before}`);
    setProblem(answer.ok ? undefined : describeFailure(answer.failure));
    return answer.ok ? answer.body : undefined;
  };
  const reload = useThrottled(async () => {
    const page = await load('');
    if (page === undefined) return;
    setLoaded((known) => ({ ...(known?.query === query ? withNewest(known, page) : page), query }));
  }, RELOAD_MS);
  useEffect(reload, [query, store.historyVersion]);
  const loadOlder = async (next: string): Promise<void> => {
    const page = await load(`&before=${encodeURIComponent(next)}`);
    if (page === undefined) return;
    setLoaded((known) =>
      known?.query !== query || known.next !== next
        ? known
        : { changes: [...known.changes, ...page.changes], next: page.next, query },
    );
  };
  return { loaded, problem, loadOlder };
}
