import type { Change, HistoryPage } from './api-types.ts';

/** The loaded part of the history, newest first. */
export interface LoadedHistory {
  readonly changes: readonly Change[];
  /** The position of older changes; undefined if there are none. */
  readonly next?: string | undefined;
}

/**
 * Prepends the newest page to the loaded history.
 * @returns only the page, if changes between the page and the loaded history are missing
 */
export function withNewest(known: LoadedHistory, page: HistoryPage): LoadedHistory {
  const last = page.changes.at(-1);
  if (last === undefined || page.next === undefined) return page;
  const index = known.changes.findIndex(({ id }) => id === last.id);
  if (index < 0) return page;
  return { changes: [...page.changes, ...known.changes.slice(index + 1)], next: known.next };
}
