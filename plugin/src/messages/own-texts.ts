import { ENGLISH } from './english.ts';
import type { OwnTexts } from './language.ts';
import { PLURAL_FORMS } from './text.ts';
import type { Text } from './text.ts';

interface SelectedTexts {
  readonly texts: OwnTexts;
  /** The key of each rejected text, and the reason. */
  readonly problems: readonly string[];
}

/** Renders a template with the values of its placeholders. @throws if the template is invalid */
export type ShowTemplate = (template: string, values: ReadonlyMap<string, string>) => string;

/** Replaces each placeholder and each escaped character when a template is checked. */
const FILLER = '·';

const PLACEHOLDER = /<([a-z-]{1,40})>/g;
const ESCAPED = /\\[\\<]/g;
const TAG = /<[/!?#]?[A-Za-z][^<>]*>?/;

/** Selects the valid texts among those of one language that an operator has edited. */
export function selectOwnTexts(written: ReadonlyMap<string, string>, show: ShowTemplate): SelectedTexts {
  const texts = new Map<string, string>();
  const problems: string[] = [];
  for (const [key, template] of written) {
    const problem = problemOf(key, template, show);
    if (problem === undefined) texts.set(key, template);
    else problems.push(`${key} ${problem}`);
  }
  return { texts, problems: problems.sort() };
}

function problemOf(key: string, template: string, show: ShowTemplate): string | undefined {
  const placeholders = placeholdersOf(key);
  if (placeholders === undefined) return 'is not the key of a text';
  if (template.includes('\ufffd')) return 'is not written in UTF-8';
  const missing = placeholders.find((name) => !template.includes(`<${name}>`));
  if (missing !== undefined) return `lacks the placeholder <${missing}>`;
  const values = new Map(placeholders.map((name) => [name, FILLER]));
  try {
    const tag = TAG.exec(show(template.replace(ESCAPED, FILLER), values))?.[0];
    return tag === undefined ? undefined : `has an unknown tag: ${tag}`;
  } catch {
    return 'is not valid MiniMessage';
  }
}

/** @returns undefined if the key does not exist */
function placeholdersOf(key: string): string[] | undefined {
  const template = TEMPLATES.get(key);
  if (template === undefined) return undefined;
  const names = [...template.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
  return key.startsWith('style.') ? names.filter((name) => name === 'reply' || name === 'name') : names;
}

/** The built-in English texts by key, with a key for each plural form of any language. */
const TEMPLATES: ReadonlyMap<string, string> = new Map(
  Object.entries<Text>(ENGLISH).flatMap(([key, text]) =>
    typeof text === 'string'
      ? [[key, text] as const]
      : PLURAL_FORMS.map((form) => [`${key}.${form}`, text.other] as const),
  ),
);
