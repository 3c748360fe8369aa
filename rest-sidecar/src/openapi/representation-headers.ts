import { optional, required } from '../../../node/openapi/response-headers.ts';
import type { HeaderDescriptions } from '../../../node/openapi/response-headers.ts';

const HTTP_DATE = '^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \\d{2} [A-Z][a-z]{2} \\d{4} \\d{2}:\\d{2}:\\d{2} GMT$';

/** Headers of a representation, whether it is sent (200) or the client already has it (304). */
export const validatorHeaders: HeaderDescriptions = {
  ETag: required('A strong validator of these bytes. Send it as `If-None-Match` with the next request.', {
    pattern: '^"[\\x21\\x23-\\x7e]+"$',
  }),
  'Last-Modified': required('The time of the last change of this resource.', { pattern: HTTP_DATE }),
  'Cache-Control': required(
    'How long the response may be reused without revalidation, and how much longer during ' +
      'revalidation or if it fails.',
    { pattern: '^(public, max-age=\\d+|no-cache)' },
  ),
  Vary: required('The request header that selects the content coding.', {
    const: 'Accept-Encoding',
  }),
};

/** Headers of the body of a 200 response. */
export const contentHeaders: HeaderDescriptions = {
  'Content-Encoding': optional(
    'The compression of the body. Bodies over 1 KB are compressed if `Accept-Encoding` allows it.',
    { type: 'string', enum: ['br', 'gzip'] },
  ),
};
