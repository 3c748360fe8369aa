import type { Language } from './language.ts';
import type { Value } from './message.ts';
import { quoteWord } from './reply.ts';
import type { Reply } from './reply.ts';

/** Builds the output of rendered messages, such as components or plain text. */
export interface Target<Output> {
  /** Creates literal text: nothing in it is parsed. */
  text(content: string): Output;
  /** @param template in MiniMessage @param values the values of its placeholders */
  template(template: string, values: ReadonlyMap<string, Output>): Output;
  join(parts: readonly Output[]): Output;
}

/** Renders a whole reply in the style of its tone. */
export function renderReply<Output>(
  { tone, lines }: Reply,
  language: Language,
  target: Target<Output>,
): Output {
  const newline = target.template('\n', new Map());
  const rendered = lines.flatMap((line, index) => {
    const output = render(line, language, target);
    return index === 0 ? [output] : [newline, output];
  });
  const values = new Map([['reply', target.join(rendered)]]);
  return target.template(language.template(`style.${tone}`), values);
}

export function render<Output>(value: Value, language: Language, target: Target<Output>): Output {
  if (typeof value === 'string') return target.text(value);
  if (typeof value === 'number') return target.text(groupDigits(value, language));
  if (isList(value)) return target.join(value.map((part) => render(part, language, target)));
  if ('name' in value)
    return target.template(
      language.template('style.name'),
      new Map([['name', target.text(quoteWord(value.name))]]),
    );
  const { key, values } = value;
  const rendered = Object.entries(values).map(
    ([name, inner]) => [name, render(inner, language, target)] as const,
  );
  return target.template(language.template(key, Number(values['count'])), new Map(rendered));
}

/** Formats an integer with the separator of thousands. */
function groupDigits(count: number, language: Language): string {
  const separator = language.template('number.separator');
  return String(count).replace(/\B(?=(?:\d{3}){1,6}$)/g, () => separator);
}

function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}
