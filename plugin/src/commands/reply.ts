import { escapeUnprintable } from '../../../shared/escape-unprintable.ts';
import { quote } from '../../../shared/quote.ts';
import type { Value } from '../messages/message.ts';

/** What a reply is about, which decides its colour. */
export type Tone = 'changed' | 'unchanged' | 'answer' | 'failed';

/** The reply to a command, in no language yet: as a rule one sentence. */
export interface Reply {
  readonly tone: Tone;
  readonly lines: readonly Value[];
}

export function reply(tone: Tone, ...lines: readonly Value[]): Reply {
  return { tone, lines };
}

/** Whether a name can be typed as it is shown. */
export function isPresentable(name: string): boolean {
  return escapeUnprintable(name) === name;
}

/** A name as it is typed: in quotes where it would not be one word. */
export function quoteWord(name: string): string {
  if (/^[^\s"'][^\s]*$/u.test(name)) return name;
  return quote(name);
}
