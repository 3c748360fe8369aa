import { parseDate } from '../../../../shared/feature-control/block-end.ts';
import { nameProblem } from '../../../../shared/feature-control/edit-problems.ts';
import type { ListContents } from '../../../../shared/feature-control/list-difference.ts';
import type { BlockedFeature } from './list-contents.ts';

/** Formats a list as text: a line for each feature, followed by a tab and a date if its block has an end. */
export function formatListText(blocked: readonly BlockedFeature[]): string {
  return blocked
    .map(({ feature, endMs }) =>
      endMs === undefined ? feature : `${feature}\t${new Date(endMs).toISOString()}`,
    )
    .join('\n');
}

/**
 * Parses the text of a list. Timed blocks that have ended are skipped.
 * @param nowMs the time of Redis's clock, in milliseconds since the epoch
 * @returns the contents, or the number of the first line that is invalid
 */
export function parseListText(text: string, nowMs: number): ListContents | number {
  const blocked = new Set<string>();
  const until = new Map<string, number>();
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const [feature = '', date] = line.split('\t');
    if (line === '') continue;
    const end = date === undefined ? undefined : parseDate(date);
    if (nameProblem(feature, 'feature', true) !== undefined || end?.ok === false) return index + 1;
    if (end === undefined) blocked.add(feature);
    else if (end.untilMs > nowMs) until.set(feature, end.untilMs);
  }
  return { blocked, until };
}
