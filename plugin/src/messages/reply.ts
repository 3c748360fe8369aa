import { escapeUnprintable } from '../../../shared/escape-unprintable.ts';
import { quote } from '../../../shared/quote.ts';
import { message } from './message.ts';
import type { Message, Value } from './message.ts';

/** The meaning of a reply, which decides its colour. */
type Tone = 'changed' | 'unchanged' | 'answer' | 'failed';

/** The reply to a command, not translated yet. Usually one sentence. */
export interface Reply {
  readonly tone: Tone;
  readonly lines: readonly Value[];
}

export function reply(tone: Tone, ...lines: readonly Value[]): Reply {
  return { tone, lines };
}

/** Returns the first `max` lines, and one with the number of the others. */
export function firstLines(lines: readonly Message[], max: number): readonly Message[] {
  const more = lines.length - max;
  return more > 0 ? [...lines.slice(0, max), message('mods.more', { more })] : lines;
}

/** Whether a name can be shown without escapes, so that it can be typed as shown. */
export function isPresentable(name: string): boolean {
  return escapeUnprintable(name) === name;
}

/** Returns a name as it is typed: in quotes if it would not be read as one word, or as an option. */
export function quoteWord(name: string): string {
  if (/^(?!--)[^\s"'][^\s]*$/u.test(name)) return name;
  return quote(name);
}
