import { CONDITION_FAILED, NO_HOST, TOO_LONG, WRONG_METHOD } from '../http/refusals.ts';
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
const ERRORS = {
  UnreadableQuery: {
    status: 400,
    title: 'Bad Request',
    description: 'The value of a parameter is not percent-encoded UTF-8 [G54].',
    sentence: 'The value of server is not percent-encoded UTF-8.',
  },
  Failure: {
    status: 500,
    title: 'Internal Server Error',
    description: 'An unexpected failure; details are not disclosed [G9].',
    sentence: 'Something went wrong here. It was logged.',
  },
  NotLoaded: {
    status: 503,
    title: 'Service Unavailable',
    description: 'The service has just started, and has not loaded anything yet [G8].',
    sentence: 'The data is not loaded yet. Try again in a second.',
    headers: retryAfterHeader,
  },
  UnknownPath: {
    status: 404,
    title: 'Not Found',
    description: 'No operation has this path [G9].',
    sentence:
      'There is nothing at this path. The operations are /v1/coins-trades, /v1/events, /v1/health, /v1/servers and /v1/votings.',
  },
  WrongMethod: {
    status: 405,
    title: 'Method Not Allowed',
    description: 'Only GET is offered, and with it HEAD and OPTIONS [G9, G20].',
    sentence: WRONG_METHOD.sentence,
    headers: allowHeader,
  },
  ConditionFailed: {
    status: 412,
    title: 'Precondition Failed',
    description:
      '`If-Match` names no tag that is current, or there was a change after `If-Unmodified-Since`.',
    sentence: CONDITION_FAILED.sentence,
  },
  TooLong: {
    status: 414,
    title: 'URI Too Long',
    description:
      'The URL is longer than 8192 characters (414); or the URL and the headers together are longer than 16 KB, or there are more than 100 headers (431).',
    sentence: TOO_LONG.sentence,
  },
  RefusedRequest: {
    status: 400,
    title: 'Bad Request',
    description:
      'The request breaks a rule of HTTP: it is no HTTP request, has no `Host` or two, or a body without an end (400); it takes too long to arrive (408); its chunk extensions are too long (413); its expectation (417), HTTP version (505) or transfer coding (501) is not supported.',
    sentence: NO_HOST.sentence,
  },
} as const satisfies Record<string, ErrorToDescribe>;

export type SharedResponse = keyof typeof ERRORS | 'NotModified' | 'Options' | 'ToPage';

/** @returns a reference to a response of `describeSharedResponses` */
export function referToResponse(name: SharedResponse): { readonly $ref: string } {
  return { $ref: `#/components/responses/${name}` };
}

/** All of them. The document holds those that its operations refer to. */
export function describeSharedResponses(
  components: SchemaComponents,
): Readonly<Record<SharedResponse, ResponseDescription>> {
  const error = (name: keyof typeof ERRORS): ResponseDescription => describeError(components, ERRORS[name]);
  return {
    NotModified: {
      description: 'What `If-None-Match` or `If-Modified-Since` names is current. There is no body.',
      headers: validatorHeaders,
    },
    Options: {
      description: 'What is offered: the answer to OPTIONS, preflights of browsers included [G20].',
      headers: { ...allowHeader, ...preflightHeaders },
    },
    ToPage: {
      description:
        'To the page on which the interface can be tried: `/` and `/v1`, opened in a browser [G63].',
      headers: locationHeader,
    },
    UnreadableQuery: error('UnreadableQuery'),
    Failure: error('Failure'),
    NotLoaded: error('NotLoaded'),
    UnknownPath: error('UnknownPath'),
    WrongMethod: error('WrongMethod'),
    ConditionFailed: error('ConditionFailed'),
    TooLong: error('TooLong'),
    RefusedRequest: error('RefusedRequest'),
  };
}
