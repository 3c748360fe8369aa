import type { HistoryPage } from '../../../feature-control/blocklist-editor.ts';
import { parseStreamId } from './audit-entry.ts';
import type { AuditEntry } from './audit-entry.ts';

/** The position of an entry in the history of all lists. */
export interface Position {
  readonly entryId: string;
  /** The key of the audit stream. */
  readonly stream: string;
}

/** An entry with its position. */
export interface LocatedEntry extends Position {
  readonly entry: AuditEntry;
}

/** Orders by time, newest first, then by stream. */
export function newestFirst(one: Position, other: Position): number {
  const [oneMs = 0, oneSequence = 0] = parseStreamId(one.entryId) ?? [];
  const [otherMs = 0, otherSequence = 0] = parseStreamId(other.entryId) ?? [];
  const byStream = one.stream < other.stream ? -1 : Number(one.stream > other.stream);
  return otherMs - oneMs || otherSequence - oneSequence || byStream;
}

/**
 * Returns a page, and the position of the next one.
 * @param sorted the entries after the start of the page, newest first: all, or more than the page may have
 * @param maxChanges 1 or more
 */
export function pageOf(sorted: readonly LocatedEntry[], maxChanges: number): HistoryPage {
  const page = sorted.slice(0, maxChanges);
  const last = page.at(-1);
  const next = sorted.length > page.length && last ? `${last.entryId}@${last.stream}` : undefined;
  return { changes: page.map(({ entry }) => entry.change), next };
}

/** Parses the `next` of a page: the position of its last entry. @returns undefined for any other text */
export function parsePosition(text: string): Position | undefined {
  const at = text.indexOf('@');
  const entryId = text.slice(0, Math.max(0, at));
  return parseStreamId(entryId) === undefined ? undefined : { entryId, stream: text.slice(at + 1) };
}
