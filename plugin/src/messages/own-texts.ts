import { ENGLISH } from './english.ts';
import type { OwnTexts } from './language.ts';
import { PLURAL_FORMS } from './text.ts';
import type { Text } from './text.ts';

export interface SelectedTexts {
  readonly texts: OwnTexts;
  /** Of each text that cannot be used, its key and why. */
  readonly problems: readonly string[];
}

/** What a template shows where its placeholders have these values. @throws where it cannot be read */
export type ShowTemplate = (template: string, values: ReadonlyMap<string, string>) => string;

/** More than that only fill the log. */
const MOST_PROBLEMS = 10;
/** Read as a value of each placeholder, and in place of what a template has escaped. */
const FILLER = '·';

const PLACEHOLDER = /<([a-z-]+)>/g;
const ESCAPED = /\\[\\<]/g;
const TAG = /<[/!?#]?[a-z][^<>]*>?/i;

/** Of the texts of one language that an operator has edited, those that can be shown. */
export function selectOwnTexts(written: ReadonlyMap<string, string>, show: ShowTemplate): SelectedTexts {
  const texts = new Map<string, string>();
  const problems: string[] = [];
  for (const [key, template] of written) {
    const problem = problemOf(key, template, show);
    if (problem === undefined) texts.set(key, template);
    else problems.push(`${key} ${problem}`);
  }
  const more = problems.length - MOST_PROBLEMS;
  const shown = problems.sort().slice(0, MOST_PROBLEMS);
  return { texts, problems: more > 0 ? [...shown, `and ${more} more`] : shown };
}

function problemOf(key: string, template: string, show: ShowTemplate): string | undefined {
  const placeholders = placeholdersOf(key);
  if (placeholders === undefined) return 'is no key of a text';
  if (template.includes('\ufffd')) return 'is not written in UTF-8';
  const missing = placeholders.find((name) => !template.includes(`<${name}>`));
  if (missing !== undefined) return `lacks the placeholder <${missing}>`;
  const values = new Map(placeholders.map((name) => [name, FILLER]));
  try {
    const tag = TAG.exec(show(template.replace(ESCAPED, FILLER), values))?.[0];
    return tag === undefined ? undefined : `has a tag that is not understood: ${tag}`;
  } catch {
    return 'is no MiniMessage';
  }
}

/** @returns undefined where there is no such text */
function placeholdersOf(key: string): string[] | undefined {
  const template = ALL.get(key);
  if (template === undefined) return undefined;
  const names = [...template.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
  return key.startsWith('style.') ? names.filter((name) => name === 'reply' || name === 'name') : names;
}

/** By key, with the forms that some language may have, the built-in text in English. */
const ALL: ReadonlyMap<string, string> = new Map(
  Object.entries<Text>(ENGLISH).flatMap(([key, text]) =>
    typeof text === 'string'
      ? [[key, text] as const]
      : PLURAL_FORMS.map((form) => [`${key}.${form}`, text.other] as const),
  ),
);
