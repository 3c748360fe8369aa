/** What a reply is about, which decides its colour. */
export type Tone = 'changed' | 'unchanged' | 'answer' | 'failed';

/** A name of somebody's choice, set off from our own words. */
export interface Name {
  readonly name: string;
}

export type Span = string | Name;

/** What whoever gave a command is told: as a rule one sentence. */
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

/** Without colours. */
export function plainText({ lines }: Reply): string {
  return lines
    .map((line) => line.map((span) => (typeof span === 'string' ? span : presentName(span.name))).join(''))
    .join('\n');
}

/** Nobody can be shown what is not in a name: invisible characters, and the sign that begins a colour of the game, are spelled out. */
export function presentName(name: string): string {
  const visible = name.replace(
    UNPRESENTABLE,
    (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  );
  return quoteWord(visible);
}

/** Whether a name can be typed as it is. */
export function isPresentable(name: string): boolean {
  return name.search(UNPRESENTABLE) === -1;
}

const UNPRESENTABLE = /[\p{Cc}\p{Cf}\p{Surrogate}\p{Zl}\p{Zp}§]/gu;

/** A name as it is typed: in quotes where it would not be one word. */
export function quoteWord(name: string): string {
  if (/^[^\s"'][^\s]*$/u.test(name)) return name;
  return `"${name.replace(/["\\]/g, '\\$&')}"`;
}
