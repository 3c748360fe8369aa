/** Which form of a text fits a number: as Unicode's CLDR names them. */
export const PLURAL_FORMS = ['one', 'few', 'many', 'other'] as const;

export type PluralForm = (typeof PLURAL_FORMS)[number];

/** A text in the forms that its language has. `other` stands in for those that it does not have. */
export type Plural = Readonly<Partial<Record<PluralForm, string>>> & { readonly other: string };

/**
 * In MiniMessage, with placeholders such as `<feature>`. Of the built-in texts only those of `style.…` have
 * further tags.
 */
export type Text = string | Plural;
