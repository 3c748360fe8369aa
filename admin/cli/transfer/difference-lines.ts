import type { EntryState } from '../../../shared/feature-control/entry-state.ts';
import type { ListDifference } from '../../../shared/feature-control/list-difference.ts';
import { formatTime } from '../output.ts';

/** One line of a difference. */
export interface DifferenceLine {
  readonly sign: '+' | '-';
  readonly text: string;
}

/** Returns the lines that show a difference, sorted by feature. */
export function linesOf(difference: ListDifference): readonly DifferenceLine[] {
  const lines = difference.flatMap(({ feature, before, after }) => {
    const isWithinSecond = formatEnd(before) === formatEnd(after) && before.untilMs !== after.untilMs;
    const precision = isWithinSecond ? 'millisecond' : 'second';
    const [removed, added] = [textsOf(feature, before, precision), textsOf(feature, after, precision)];
    return [
      ...removed.filter((text) => !added.includes(text)).map((text) => ({ sign: '-', text }) as const),
      ...added.filter((text) => !removed.includes(text)).map((text) => ({ sign: '+', text }) as const),
    ];
  });
  return lines.sort((a, b) => (a.text < b.text ? -1 : 1));
}

type Precision = 'second' | 'millisecond';

function formatEnd({ untilMs }: EntryState, precision: Precision = 'second'): string | undefined {
  return untilMs === undefined ? undefined : formatTime(untilMs, precision);
}

function textsOf(feature: string, state: EntryState, precision: Precision): readonly string[] {
  const end = formatEnd(state, precision);
  const timed = end === undefined ? [] : [`${feature}  until ${end}`];
  return state.permanent ? [feature, ...timed] : timed;
}
