/** The description of a response header (OpenAPI's Header Object). */
export interface HeaderDescription {
  readonly description: string;
  readonly required?: true;
  readonly schema: { readonly type: 'string' | 'integer'; readonly [keyword: string]: unknown };
}

export type HeaderDescriptions = Readonly<Record<string, HeaderDescription>>;

/** Headers of every error. */
export const errorHeaders: HeaderDescriptions = {
  'Cache-Control': required('Errors must not be cached.', { const: 'no-store' }),
  Vary: required('The request header that selects an ErrorResponse or problem details.', {
    pattern: '^Accept(, Accept-Encoding)?$',
  }),
};

export const retryAfterHeader: HeaderDescriptions = {
  'Retry-After': required('Seconds to wait before the next attempt.', { type: 'integer', minimum: 1 }),
};

export function optional(
  description: string,
  schema: HeaderDescription['schema'] = { type: 'string' },
): HeaderDescription {
  return { description, schema };
}

/** @param keywords of the schema; its default type is string */
export function required(
  description: string,
  keywords: Partial<HeaderDescription['schema']>,
): HeaderDescription {
  return { description, required: true, schema: { type: 'string', ...keywords } };
}
