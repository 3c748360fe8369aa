import { errorResponseSchema } from '../../shared/rest/error-response.ts';
import { PROBLEM_DETAILS, toErrorResponse, toProblemDetails } from '../http/error-writer.ts';
import type { HttpError } from '../http/errors.ts';
import { errorHeaders } from './response-headers.ts';
import type { HeaderDescriptions } from './response-headers.ts';
import type { Schema, SchemaComponents } from './schema-components.ts';

/** The description of a response (OpenAPI's Response Object). */
export interface ResponseDescription {
  readonly description: string;
  /** Headers besides those of every response. */
  readonly headers: HeaderDescriptions;
  readonly content?: Readonly<
    Record<string, { readonly schema: Schema; readonly examples?: Readonly<Record<string, Example>> }>
  >;
}

interface Example {
  readonly value: unknown;
}

export interface ErrorToDescribe {
  /** An error that the service sends, as the example. */
  readonly error: HttpError;
  readonly description: string;
  readonly headers?: HeaderDescriptions;
}

/** Describes an error: an ErrorResponse, or problem details for clients that request them. */
export function describeError(
  components: SchemaComponents,
  { error, description, headers }: ErrorToDescribe,
): ResponseDescription {
  return {
    description,
    headers: { ...headers, ...errorHeaders },
    content: {
      'application/json': {
        schema: components.refer(errorResponseSchema),
        examples: { ErrorResponse: { value: toErrorResponse(error) } },
      },
      [PROBLEM_DETAILS]: {
        schema: components.refer(problemDetailsSchema),
        examples: { ProblemDetails: { value: toProblemDetails(error) } },
      },
    },
  };
}

/** Problem details (RFC 9457), for clients that list `application/problem+json` in `Accept`. */
export const problemDetailsSchema: Schema = {
  title: 'ProblemDetails',
  description: 'The reason why a request failed, in the format of RFC 9457.',
  type: 'object',
  properties: {
    type: { type: 'string', const: 'about:blank', description: 'The problem has no type beyond its status.' },
    title: { type: 'string', description: 'The reason phrase of the status.' },
    status: { type: 'integer', minimum: 400, maximum: 599, description: 'The HTTP status.' },
    detail: { type: 'string', description: 'One sentence with the reason.' },
  },
  required: ['type', 'title', 'status', 'detail'],
  additionalProperties: false,
  examples: [{ type: 'about:blank', title: 'Not Found', status: 404, detail: 'No server has this id.' }],
};
