import type { StoredList } from '../blocklists/read-lists.ts';
import { formatTime } from '../output.ts';
import type { WantedList } from './parse-blocklists.ts';

/** One line of a difference. */
export interface DifferenceLine {
  readonly sign: '+' | '-';
  readonly text: string;
}

/** What has to change in a list so that it is as wanted, by feature. */
export function differenceOf(stored: StoredList, wanted: WantedList): readonly DifferenceLine[] {
  const before = linesOf(new Set(stored.blocked), stored.until);
  const after = linesOf(wanted.blocked, wanted.until);
  const removed = [...before]
    .filter((text) => !after.has(text))
    .map((text) => ({ sign: '-', text }) as const);
  const added = [...after].filter((text) => !before.has(text)).map((text) => ({ sign: '+', text }) as const);
  return [...removed, ...added].sort((one, other) => (one.text < other.text ? -1 : 1));
}

function linesOf(blocked: ReadonlySet<string>, until: ReadonlyMap<string, number>): ReadonlySet<string> {
  const timed = [...until].map(([feature, untilMs]) => `${feature}  until ${formatTime(untilMs, 'second')}`);
  return new Set([...blocked, ...timed]);
}
