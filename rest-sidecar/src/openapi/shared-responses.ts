import { ERRORS } from '../http/errors.ts';
import {
  allowHeader,
  locationHeader,
  preflightHeaders,
  retryAfterHeader,
  validatorHeaders,
} from './response-headers.ts';
import { describeError } from './responses.ts';
import type { ErrorToDescribe, ResponseDescription } from './responses.ts';
import type { SchemaComponents } from './schema-components.ts';

/** Errors that do not depend on the operation. */
const SHARED_ERRORS = {
  UnreadableQuery: {
    error: { status: 400, sentence: 'The value of server is not percent-encoded UTF-8.' },
    description: 'The value of a parameter is not percent-encoded UTF-8 [G54].',
  },
  Failure: {
    error: ERRORS.failure,
    description: 'An unexpected failure; details are not disclosed [G9].',
  },
  NotLoaded: {
    error: ERRORS.notLoaded,
    description: 'The service has just started, and has not loaded anything yet [G8].',
    headers: retryAfterHeader,
  },
  UnknownPath: { error: ERRORS.unknownPath, description: 'No operation has this path [G9].' },
  WrongMethod: {
    error: ERRORS.wrongMethod,
    description: 'Only GET is offered, and with it HEAD and OPTIONS [G9, G20].',
    headers: allowHeader,
  },
  ConditionFailed: {
    error: ERRORS.conditionFailed,
    description:
      '`If-Match` names no tag that is current, or there was a change after `If-Unmodified-Since`.',
  },
  TooLong: {
    error: ERRORS.longTarget,
    description:
      'The URL is longer than 8192 characters (414); or the URL and the headers together are longer ' +
      'than 16 KB, or there are more than 100 headers (431).',
  },
  RefusedRequest: {
    error: ERRORS.noHost,
    description:
      'The request breaks a rule of HTTP: it is no HTTP request, has no `Host` or two, or a body ' +
      'without an end (400); it takes too long to arrive (408); its chunk extensions are too long ' +
      '(413); its expectation (417), HTTP version (505) or transfer coding (501) is not supported.',
  },
} as const satisfies Record<string, ErrorToDescribe>;

/** Responses that are no errors, and come from every operation or from none. */
const OTHERS = {
  NotModified: {
    description: 'What `If-None-Match` or `If-Modified-Since` names is current. There is no body.',
    headers: validatorHeaders,
  },
  Options: {
    description: 'What is offered: the answer to OPTIONS, preflights of browsers included [G20].',
    headers: { ...allowHeader, ...preflightHeaders },
  },
  ToPage: {
    description: 'To the page on which the interface can be tried: `/` and `/v1`, opened in a browser [G63].',
    headers: locationHeader,
  },
} as const satisfies Record<string, ResponseDescription>;

export type SharedResponse = keyof typeof SHARED_ERRORS | keyof typeof OTHERS;

/** @returns a reference to a response of `describeSharedResponses` */
export function referToResponse(name: SharedResponse): { readonly $ref: string } {
  return { $ref: `#/components/responses/${name}` };
}

/** All of them. The document holds those that its operations refer to. */
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
