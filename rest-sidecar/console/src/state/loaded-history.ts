import type { Change, HistoryPage } from './shapes.ts';

/** What has been loaded of the history, the newest first. */
export interface LoadedHistory {
  readonly changes: readonly Change[];
  /** Where the older ones begin; undefined where there are none. */
  readonly next?: string | undefined;
}

/** An edit that was recorded in two steps has one id. */
export function keyOfChange({ id, at }: Change): string {
  return `${id} ${at}`;
}

/**
 * The newest page in front of what is loaded already.
 * @returns only the page where changes between the two are missing
 */
export function withNewest(known: LoadedHistory, page: HistoryPage): LoadedHistory {
  const last = page.changes.at(-1);
  if (last === undefined || page.next === undefined) return page;
  const index = known.changes.findIndex((change) => keyOfChange(change) === keyOfChange(last));
  if (index < 0) return page;
  return { changes: [...page.changes, ...known.changes.slice(index + 1)], next: known.next };
}
