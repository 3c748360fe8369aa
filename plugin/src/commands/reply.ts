import { escapeUnprintable } from '../../../shared/escape-unprintable.ts';
import { quote } from '../../../shared/quote.ts';
import type { Message, Value } from '../messages/message.ts';

/** What a reply is about, which decides its colour. */
export type Tone = 'changed' | 'unchanged' | 'answer' | 'failed';

/** A text of the catalogue, or several with what stands between them, so that nothing is in one language. */
export type Line = Message | readonly Value[];

/** The reply to a command, in no language yet: as a rule one sentence. */
export interface Reply {
  readonly tone: Tone;
  readonly lines: readonly Line[];
}

export function reply(tone: Tone, ...lines: readonly Line[]): Reply {
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
