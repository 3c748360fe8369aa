import { parseDate } from '../../../../shared/feature-control/block-end.ts';
import { nameProblem } from '../../../../shared/feature-control/edit-problems.ts';
import { BLOCKED, blockedUntil } from '../../../../shared/feature-control/entry-state.ts';
import type { EntryState } from '../../../../shared/feature-control/entry-state.ts';
import type { ListContents } from '../../../../shared/feature-control/list-contents.ts';
import { endOfState } from './list-contents.ts';
import type { ListEntry } from './list-contents.ts';

/** Formats a list as text: a line for each feature, followed by a tab and a date if its block has an end. */
export function formatListText(entries: readonly ListEntry[]): string {
  return entries
    .map(([feature, state]) => {
      const endMs = endOfState(state);
      return endMs === undefined ? feature : `${feature}\t${new Date(endMs).toISOString()}`;
    })
    .join('\n');
}

/**
 * Parses the text of a list. Timed blocks that have ended are skipped.
 * @param known the present contents: an entry that the text shows as it is stays as it is
 * @param nowMs the time of Redis's clock, in milliseconds since the epoch
 * @returns the contents, or the number of the first line that is invalid
 */
export function parseListText(text: string, known: ListContents, nowMs: number): ListContents | number {
  const contents = new Map<string, EntryState>();
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const [feature = '', date] = line.split('\t');
    if (line === '') continue;
    const end = date === undefined ? undefined : parseDate(date);
    if (nameProblem(feature, 'feature', true) !== undefined || end?.ok === false) return index + 1;
    const state = known.get(feature);
    if (state !== undefined && endOfState(state) === end?.value) contents.set(feature, state);
    else if (end === undefined) contents.set(feature, BLOCKED);
    else if (end.value > nowMs) contents.set(feature, blockedUntil(end.value));
  }
  return contents;
}
