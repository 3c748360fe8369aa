import type { BlocklistChange } from '../../../feature-control/blocklist-change.ts';
import type { HistoryPage, HistoryQuery } from '../../../feature-control/blocklist-editor.ts';
import { parseChangeId, parseStreamId } from './history-entry.ts';

/** The position of an entry in the history of all lists. */
export interface Position {
  readonly entryId: string;
  /** The key of the history of one list. */
  readonly stream: string;
}

/** A change with its position. */
export interface LocatedChange extends Position {
  readonly change: BlocklistChange;
}

/** Orders by time, newest first, then by stream. */
export function newestFirst(one: Position, other: Position): number {
  const [oneMs = 0, oneSequence = 0] = parseStreamId(one.entryId) ?? [];
  const [otherMs = 0, otherSequence = 0] = parseStreamId(other.entryId) ?? [];
  const byStream = one.stream < other.stream ? -1 : Number(one.stream > other.stream);
  return otherMs - oneMs || otherSequence - oneSequence || byStream;
}

/** Orders changes of one list by time, newest first. */
export function newestChangeFirst(one: BlocklistChange, other: BlocklistChange): number {
  const positionOf = ({ id }: BlocklistChange): Position => ({
    entryId: parseChangeId(id)?.entryId ?? '',
    stream: '',
  });
  return newestFirst(positionOf(one), positionOf(other));
}

/** Whether a change matches the filters of a query, except for its list. */
export function matches(
  change: BlocklistChange,
  { actor, batch, feature, sinceMs = 0, source }: Omit<HistoryQuery, 'maxChanges'>,
): boolean {
  return (
    change.atMs >= sinceMs &&
    (actor === undefined || change.actor === actor) &&
    (source === undefined || change.source === source) &&
    (batch === undefined || change.batch === batch) &&
    (feature === undefined || change.changes.some((one) => one.feature === feature))
  );
}

/**
 * Returns a page, and the position of the next one.
 * @param sorted the changes after the start of the page, newest first: all, or more than the page may have
 * @param maxChanges 1 or more
 * @param maxFeatures that the changes name together; a change that names more is a page of its own
 */
export function pageOf(
  sorted: readonly LocatedChange[],
  maxChanges: number,
  maxFeatures = Infinity,
): HistoryPage {
  let features = 0;
  const page = sorted.slice(0, maxChanges).filter(({ change }, index) => {
    features += change.changes.length;
    return index === 0 || features <= maxFeatures;
  });
  const last = page.at(-1);
  const next = sorted.length > page.length && last ? `${last.entryId}@${last.stream}` : undefined;
  return { changes: page.map(({ change }) => change), next };
}

/** Parses the `next` of a page: the position of its last entry. @returns undefined for any other text */
export function parsePosition(text: string): Position | undefined {
  const at = text.indexOf('@');
  const entryId = text.slice(0, Math.max(0, at));
  return parseStreamId(entryId) === undefined ? undefined : { entryId, stream: text.slice(at + 1) };
}
