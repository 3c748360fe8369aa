import { escapeUnprintable } from '../../../shared/escape-unprintable.ts';
import { quote } from '../../../shared/quote.ts';

/** What a reply is about, which decides its colour. */
export type Tone = 'changed' | 'unchanged' | 'answer' | 'failed';

/** A name of somebody's choice, set off from our own words. */
export interface Name {
  readonly name: string;
}

export type Span = string | Name;

/** The reply to a command: as a rule one sentence. */
export interface Reply {
  readonly tone: Tone;
  readonly lines: readonly (readonly Span[])[];
}

export function reply(tone: Tone, ...sentence: readonly Span[]): Reply {
  return { tone, lines: [sentence] };
}

/** Names with commas between them. */
export function listNames(names: readonly string[]): Span[] {
  return names.flatMap((name, index): Span[] => (index === 0 ? [{ name }] : [', ', { name }]));
}

/** Without colours, and not escaped. */
export function plainText({ lines }: Reply): string {
  return lines
    .map((line) => line.map((span) => (typeof span === 'string' ? span : quoteWord(span.name))).join(''))
    .join('\n');
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
