import type { HeaderFields } from '../../../node/http/errors.ts';
import type { HeaderDescription, HeaderDescriptions } from '../../../node/openapi/response-headers.ts';
import { describeError } from '../../../node/openapi/responses.ts';
import type { ResponseDescription } from '../../../node/openapi/responses.ts';
import { SchemaComponents } from '../../../node/openapi/schema-components.ts';
import { ALLOW, ERRORS, PUBLIC_HEADERS } from '../../../rest-sidecar/src/http/errors.ts';

/** The headers of every response. The introduction of the OpenAPI document describes them once. */
export const alwaysHeaders = exactly(PUBLIC_HEADERS);

const components = new SchemaComponents();
const allow = exactly(ALLOW);

/** Responses that belong to no operation, so that the OpenAPI document does not describe them. */
export const OTHER_RESPONSES = {
  UnknownPath: describeError(components, {
    error: ERRORS.unknownPath,
    description: 'No operation has this path [G9].',
  }),
  WrongMethod: describeError(components, {
    error: ERRORS.wrongMethod,
    description: 'Only GET, HEAD and OPTIONS are supported [G9, G20].',
    headers: allow,
  }),
  Options: {
    description: 'The response to OPTIONS, including preflight requests of browsers [G20].',
    headers: {
      ...allow,
      'Access-Control-Allow-Methods': optional('string'),
      'Access-Control-Allow-Headers': optional('string'),
      'Access-Control-Max-Age': optional('integer'),
    },
  },
  ToPage: {
    description: 'Redirects browsers from `/` and `/v1` to the page, relative to the requested URL [G63].',
    headers: exactly({ Location: 'docs', 'Cache-Control': 'no-store', Vary: 'Accept' }),
  },
} as const satisfies Record<string, ResponseDescription>;

/** Headers that are always sent, with these values. */
function exactly(values: HeaderFields): HeaderDescriptions {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      { description: '', required: true, schema: { type: 'string', const: value } },
    ]),
  );
}

function optional(type: 'string' | 'integer'): HeaderDescription {
  return { description: '', schema: { type } };
}
