import type { EntryState } from '../../../../shared/feature-control/entry-state.ts';
import type { ListDifference } from '../../../../shared/feature-control/list-difference.ts';
import { formatTime } from '../output.ts';

/** One line of a difference. */
export interface DifferenceLine {
  readonly sign: '+' | '-';
  readonly text: string;
}

/** A difference as it is shown, by feature. */
export function linesOf(difference: ListDifference): readonly DifferenceLine[] {
  const lines = difference.flatMap(({ feature, before, after }) => {
    const [removed, added] = [textsOf(feature, before), textsOf(feature, after)];
    return [
      ...removed.filter((text) => !added.includes(text)).map((text) => ({ sign: '-', text }) as const),
      ...added.filter((text) => !removed.includes(text)).map((text) => ({ sign: '+', text }) as const),
    ];
  });
  return lines.sort((one, other) => (one.text < other.text ? -1 : 1));
}

function textsOf(feature: string, { permanent, untilMs }: EntryState): readonly string[] {
  const timed = untilMs === undefined ? [] : [`${feature}  until ${formatTime(untilMs, 'second')}`];
  return permanent ? [feature, ...timed] : timed;
}
