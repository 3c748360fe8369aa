import { ALLOW } from '../http/errors.ts';
import { ALWAYS } from '../http/header-fields.ts';

/** How a response header is described (OpenAPI's Header Object). */
export interface HeaderDescription {
  readonly description: string;
  readonly required?: true;
  readonly schema: { readonly type: 'string' | 'integer'; readonly [keyword: string]: unknown };
}

export type HeaderDescriptions = Readonly<Record<string, HeaderDescription>>;

const HTTP_DATE = '^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \\d{2} [A-Z][a-z]{2} \\d{4} \\d{2}:\\d{2}:\\d{2} GMT$';

const MEANINGS: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': 'Pages of any origin may read this.',
  'Access-Control-Expose-Headers': 'What scripts of other origins may read, beside what they always may.',
  'Cross-Origin-Resource-Policy': 'Pages of any origin may load this.',
};

/**
 * What every response carries, with the very values that are sent. The introduction names them once; the
 * responses do not repeat them.
 */
export const alwaysHeaders: HeaderDescriptions = Object.fromEntries(
  Object.entries(ALWAYS).map(([name, value]) => [
    name,
    required(MEANINGS[name] ?? 'For browsers: nothing here is to be run or embedded.', { const: value }),
  ]),
);

/** What comes with a representation, whether it is sent (200) or the client has it already (304). */
export const validatorHeaders: HeaderDescriptions = {
  ETag: required('Strong validator of exactly these bytes. Send it back as `If-None-Match`.', {
    pattern: '^"[\\x21\\x23-\\x7e]+"$',
  }),
  'Last-Modified': required('When what this URL stands for has last changed.', { pattern: HTTP_DATE }),
  'Cache-Control': required(
    'For how long the answer may be used without asking again, and how long beyond that while ' +
      'asking, or when asking fails.',
    { pattern: '^(public, max-age=\\d+|no-cache)' },
  ),
  Vary: required('The request header that chooses between compressed and plain.', {
    const: 'Accept-Encoding',
  }),
};

/** How the body of a 200 is compressed, if it is. */
export const contentHeaders: HeaderDescriptions = {
  'Content-Encoding': optional(
    'How the body is compressed: bodies over 1 KB are, where `Accept-Encoding` allows it.',
    { type: 'string', enum: ['br', 'gzip'] },
  ),
};

/** What comes with every error. */
export const errorHeaders: HeaderDescriptions = {
  'Cache-Control': required('An error is not kept.', { const: 'no-store' }),
  Vary: required('The request header that chooses between an ErrorResponse and problem details.', {
    const: 'Accept',
  }),
};

export const retryAfterHeader: HeaderDescriptions = {
  'Retry-After': required('Seconds to wait before the next attempt.', { type: 'integer', minimum: 1 }),
};

export const allowHeader: HeaderDescriptions = {
  Allow: required('What this path answers.', { const: ALLOW['Allow'] }),
};

export const locationHeader: HeaderDescriptions = {
  Location: required('The page, relative to what was asked for.', { const: 'docs' }),
  'Cache-Control': required('Programs are answered something else.', { const: 'no-store' }),
  Vary: required('The request header that distinguishes browsers from programs.', { const: 'Accept' }),
};

/** What a preflight asks about. */
export const preflightHeaders: HeaderDescriptions = {
  'Access-Control-Allow-Methods': optional('What scripts of other origins may ask with.'),
  'Access-Control-Allow-Headers': optional('What they may send beside what they always may.'),
  'Access-Control-Max-Age': optional('For how many seconds they need not ask about that again.', {
    type: 'integer',
    minimum: 0,
  }),
  'Cache-Control': optional('For how long what is offered stays so.', {
    type: 'string',
    pattern: '^public, max-age=\\d+$',
  }),
};

function optional(
  description: string,
  schema: HeaderDescription['schema'] = { type: 'string' },
): HeaderDescription {
  return { description, schema };
}

/** @param keywords of its schema; a string unless they say otherwise */
function required(description: string, keywords: Partial<HeaderDescription['schema']>): HeaderDescription {
  return { description, required: true, schema: { type: 'string', ...keywords } };
}
