import type { ENGLISH } from './english.ts';
import type { Plural } from './text.ts';

type English = typeof ENGLISH;

export type MessageKey = keyof English;

/** All texts of one language. */
export type Catalogue = { readonly [K in MessageKey]: English[K] extends string ? string : Plural };

/** A name chosen by somebody else, such as of a feature or player. It is shown in a style of its own. */
export interface Name {
  readonly name: string;
}

/** A text of the catalogue with its values, not translated yet. */
export interface Message {
  readonly key: MessageKey;
  /** Values by placeholder. That of `count` selects the plural form. */
  readonly values: Readonly<Record<string, Value>>;
}

/**
 * A value to show: a literal text, a number, a name, a text of the catalogue, or a sequence of these. Only
 * the texts of the catalogue are parsed as MiniMessage.
 */
export type Value = string | number | Name | Message | readonly Value[];

type Placeholders<T> = T extends `${string}<${infer Name}>${infer Rest}` ? Name | Placeholders<Rest> : never;

type Template<K extends MessageKey> = English[K] extends { readonly other: infer T } ? T : English[K];

/** The parameter for the values of placeholders; omitted if the text has none. */
type Values<Names extends string> = [Names] extends [never]
  ? []
  : [{ readonly [Name in Names]: Name extends 'count' ? number : Value }];

/** @param values the values of all placeholders of the text */
export function message<K extends MessageKey>(key: K, ...values: Values<Placeholders<Template<K>>>): Message {
  return { key, values: { ...values[0] } };
}
