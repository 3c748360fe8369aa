import { HTTP_ERRORS } from '../../../node/http/errors.ts';
import { retryAfterHeader } from '../../../node/openapi/response-headers.ts';
import { describeError } from '../../../node/openapi/responses.ts';
import type { ErrorToDescribe, ResponseDescription } from '../../../node/openapi/responses.ts';
import type { SchemaComponents } from '../../../node/openapi/schema-components.ts';
import { ERRORS } from '../http/errors.ts';
import { validatorHeaders } from './representation-headers.ts';

/** Errors that do not depend on the operation. */
const SHARED_ERRORS = {
  UnreadableQuery: {
    error: { status: 400, message: 'The value of server is not percent-encoded UTF-8.' },
    description: 'The value of a parameter is not percent-encoded UTF-8 [G54].',
  },
  Failure: {
    error: HTTP_ERRORS.failure,
    description: 'An unexpected error; details are not disclosed [G9].',
  },
  NotLoaded: {
    error: HTTP_ERRORS.notLoaded,
    description: 'The service has just started, and has not loaded its data yet [G8].',
    headers: retryAfterHeader,
  },
  ConditionFailed: {
    error: ERRORS.conditionFailed,
    description: '`If-Match` has no current `ETag`, or the resource has changed after `If-Unmodified-Since`.',
  },
  TooLong: {
    error: HTTP_ERRORS.longTarget,
    description:
      'The URL is longer than 8192 characters (414); or the URL and the headers together are longer ' +
      'than 16 KB, or there are more than 100 headers (431).',
  },
  RefusedRequest: {
    error: HTTP_ERRORS.noHost,
    description:
      'The request violates HTTP: it cannot be parsed, has no `Host` or several, or a body of unknown ' +
      'length (400); it takes too long to arrive (408); its chunk extensions are too long ' +
      '(413); its expectation (417), HTTP version (505) or transfer coding (501) is not supported.',
  },
} as const satisfies Record<string, ErrorToDescribe>;

/** Responses that are not errors, and do not depend on the operation. */
const OTHERS = {
  NotModified: {
    description: 'The version of `If-None-Match` or `If-Modified-Since` is current. There is no body.',
    headers: validatorHeaders,
  },
} as const satisfies Record<string, ResponseDescription>;

type SharedResponse = keyof typeof SHARED_ERRORS | keyof typeof OTHERS;

/** @returns a reference to a response of `describeSharedResponses()` */
export function referToResponse(name: SharedResponse): { readonly $ref: string } {
  return { $ref: `#/components/responses/${name}` };
}

/** Describes all shared responses. */
export function describeSharedResponses(
  components: SchemaComponents,
): Readonly<Record<SharedResponse, ResponseDescription>> {
  const errors = Object.entries(SHARED_ERRORS).map(([name, error]) => [
    name,
    describeError(components, error),
  ]);
  return {
    ...OTHERS,
    ...(Object.fromEntries(errors) as Record<keyof typeof SHARED_ERRORS, ResponseDescription>),
  };
}
