import { ALWAYS } from '../http/header-list.ts';

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

/** What every response carries, with the very values that are sent. The introduction names them once; the responses do not repeat them. */
export const alwaysHeaders: HeaderDescriptions = Object.fromEntries(
  ALWAYS.flatMap((name, index) =>
    index % 2 === 0 ? [[name, always(name, ALWAYS[index + 1] ?? '')] as const] : [],
  ),
);

/** What comes with a representation, whether it is sent (200) or the client has it already (304). */
export const validatorHeaders: HeaderDescriptions = {
  ETag: {
    description: 'Strong validator of exactly these bytes. Send it back as `If-None-Match`.',
    required: true,
    schema: { type: 'string', pattern: '^"[\\x21\\x23-\\x7e]+"$' },
  },
  'Last-Modified': {
    description: 'When what this URL stands for has last changed.',
    required: true,
    schema: { type: 'string', pattern: HTTP_DATE },
  },
  'Cache-Control': {
    description:
      'For how long the answer may be used without asking again, and how long beyond that while asking, or when asking fails.',
    required: true,
    schema: { type: 'string', pattern: '^(public, max-age=\\d+|no-cache)' },
  },
  Vary: {
    description: 'The request header that chooses between compressed and plain.',
    required: true,
    schema: { type: 'string', const: 'Accept-Encoding' },
  },
};

/** How the body of a 200 is compressed, if it is. */
export const contentHeaders: HeaderDescriptions = {
  'Content-Encoding': {
    description: 'How the body is compressed: bodies over 1 KB are, where `Accept-Encoding` allows it.',
    schema: { type: 'string', enum: ['br', 'gzip'] },
  },
};

/** What comes with every error. */
export const errorHeaders: HeaderDescriptions = {
  'Cache-Control': {
    description: 'An error is not kept.',
    required: true,
    schema: { type: 'string', const: 'no-store' },
  },
  Vary: {
    description: 'The request header that chooses between an ErrorResponse and problem details.',
    required: true,
    schema: { type: 'string', const: 'Accept' },
  },
};

export const retryAfterHeader: HeaderDescriptions = {
  'Retry-After': {
    description: 'Seconds to wait before the next attempt.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  },
};

export const allowHeader: HeaderDescriptions = {
  Allow: {
    description: 'What this path answers.',
    required: true,
    schema: { type: 'string', const: 'GET, HEAD, OPTIONS' },
  },
};

export const locationHeader: HeaderDescriptions = {
  Location: {
    description: 'The page, relative to what was asked for.',
    required: true,
    schema: { type: 'string', const: 'docs' },
  },
  'Cache-Control': {
    description: 'Programs are answered something else.',
    required: true,
    schema: { type: 'string', const: 'no-store' },
  },
  Vary: {
    description: 'The request header that tells browsers from programs.',
    required: true,
    schema: { type: 'string', const: 'Accept' },
  },
};

/** What a preflight asks about. */
export const preflightHeaders: HeaderDescriptions = {
  'Access-Control-Allow-Methods': {
    description: 'What scripts of other origins may ask with.',
    schema: { type: 'string' },
  },
  'Access-Control-Allow-Headers': {
    description: 'What they may send beside what they always may.',
    schema: { type: 'string' },
  },
  'Access-Control-Max-Age': {
    description: 'For how many seconds they need not ask about that again.',
    schema: { type: 'integer', minimum: 0 },
  },
  'Cache-Control': {
    description: 'For how long what is offered stays so.',
    schema: { type: 'string', pattern: '^public, max-age=\\d+$' },
  },
};

function always(name: string, value: string): HeaderDescription {
  const description = MEANINGS[name] ?? 'For browsers: nothing here is to be run or embedded.';
  return { description, required: true, schema: { type: 'string', const: value } };
}
