import type { ENGLISH } from './english.ts';
import type { Plural } from './text.ts';

type English = typeof ENGLISH;

export type MessageKey = keyof English;

/** Keys of texts in several forms, of which a number decides. */
export type PluralKey = { [K in MessageKey]: English[K] extends string ? never : K }[MessageKey];

export type PlainKey = Exclude<MessageKey, PluralKey>;

/** All texts of one language. */
export type Catalogue = { readonly [K in MessageKey]: K extends PluralKey ? Plural : string };

/** A name of somebody's choice, set off from our own words. */
export interface Name {
  readonly name: string;
}

/** A text of the catalogue, in no language yet. */
export interface Message {
  readonly key: MessageKey;
  /** By placeholder. */
  readonly values: Readonly<Record<string, Value>>;
  /** Decides which form is taken of a text in several. */
  readonly count?: number;
}

/**
 * What is shown: a text as it is, a number, a name, a text of the catalogue, or some of these after each
 * other. None of it but the catalogue's texts is ever read as MiniMessage.
 */
export type Value = string | number | Name | Message | readonly Value[];

type Placeholders<T> = T extends `${string}<${infer Name}>${infer Rest}` ? Name | Placeholders<Rest> : never;

type Template<K extends MessageKey> = English[K] extends { readonly other: infer T } ? T : English[K];

/** The values of placeholders; nothing where there are none. */
type Values<Names extends string> = [Names] extends [never] ? [] : [Readonly<Record<Names, Value>>];

/** @param values of all placeholders that the text has */
export function message<K extends PlainKey>(key: K, ...values: Values<Placeholders<Template<K>>>): Message {
  return { key, values: { ...values[0] } };
}

/**
 * In the form that fits a number, which is the value of `<count>`.
 * @param values of all other placeholders
 */
export function plural<K extends PluralKey>(
  key: K,
  count: number,
  ...values: Values<Exclude<Placeholders<Template<K>>, 'count'>>
): Message {
  return { key, values: { ...values[0], count }, count };
}
