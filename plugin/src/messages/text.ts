/** The plural forms of integers, named as in Unicode's CLDR; `many` is `other`. */
export const PLURAL_FORMS = ['one', 'few', 'other'] as const;

export type PluralForm = (typeof PLURAL_FORMS)[number];

/** A text in the plural forms of its language. `other` replaces missing forms. */
export type Plural = Readonly<Partial<Record<PluralForm, string>>> & { readonly other: string };

/**
 * A text in MiniMessage, with placeholders such as `<feature>`. Among the built-in texts, only those of
 * `style.…` contain other tags.
 */
export type Text = string | Plural;
