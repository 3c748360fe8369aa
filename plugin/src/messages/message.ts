import type { ENGLISH } from './english.ts';
import type { Plural } from './text.ts';

type English = typeof ENGLISH;

export type MessageKey = keyof English;

/** Keys of texts with plural forms. */
export type PluralKey = { [K in MessageKey]: English[K] extends string ? never : K }[MessageKey];

type PlainKey = Exclude<MessageKey, PluralKey>;

/** All texts of one language. */
export type Catalogue = { readonly [K in MessageKey]: K extends PluralKey ? Plural : string };

/** A name chosen by somebody else, such as of a feature or player. It is shown in a style of its own. */
export interface Name {
  readonly name: string;
}

/** A text of the catalogue with its values, not translated yet. */
export interface Message {
  readonly key: MessageKey;
  /** Values by placeholder. */
  readonly values: Readonly<Record<string, Value>>;
  /** Selects the plural form. */
  readonly count?: number;
}

/**
 * A value to show: a literal text, a number, a name, a text of the catalogue, or a sequence of these. Only
 * the texts of the catalogue are parsed as MiniMessage.
 */
export type Value = string | number | Name | Message | readonly Value[];

type Placeholders<T> = T extends `${string}<${infer Name}>${infer Rest}` ? Name | Placeholders<Rest> : never;

type Template<K extends MessageKey> = English[K] extends { readonly other: infer T } ? T : English[K];

/** The parameter for the values of placeholders; omitted if the text has none. */
type Values<Names extends string> = [Names] extends [never] ? [] : [Readonly<Record<Names, Value>>];

/** @param values the values of all placeholders of the text */
export function message<K extends PlainKey>(key: K, ...values: Values<Placeholders<Template<K>>>): Message {
  return { key, values: { ...values[0] } };
}

/**
 * Creates a message with a plural form.
 * @param count selects the form, and is the value of `<count>`
 * @param values the values of all other placeholders
 */
export function plural<K extends PluralKey>(
  key: K,
  count: number,
  ...values: Values<Exclude<Placeholders<Template<K>>, 'count'>>
): Message {
  return { key, values: { ...values[0], count }, count };
}
