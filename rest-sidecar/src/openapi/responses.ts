import { errorResponseSchema } from '../../../shared/rest/error-response.ts';
import { titleOf } from '../http/error-body.ts';
import type { HttpError } from '../http/errors.ts';
import { contentHeaders, errorHeaders, validatorHeaders } from './response-headers.ts';
import type { HeaderDescriptions } from './response-headers.ts';
import type { Schema, SchemaComponents } from './schema-components.ts';

/** How a response is described (OpenAPI's Response Object). */
export interface ResponseDescription {
  readonly description: string;
  /** Beside those that every response carries. */
  readonly headers: HeaderDescriptions;
  readonly content?: Readonly<
    Record<string, { readonly schema: Schema; readonly examples?: Readonly<Record<string, Example>> }>
  >;
}

interface Example {
  readonly value: unknown;
}

/** A 200, whose body fits exactly one of the schemas. Each example stands under the title of its schema. */
export function describeOk(
  components: SchemaComponents,
  description: string,
  schemas: readonly Schema[],
): ResponseDescription {
  const references = schemas.map((schema) => components.refer(schema));
  const [only = {}] = references;
  const examples = schemas.flatMap(({ title = 'body', examples: [value] = [] }) =>
    value === undefined ? [] : [[title, { value }] as const],
  );
  const body = {
    schema: references.length === 1 ? only : { oneOf: references },
    examples: Object.fromEntries(examples),
  };
  const headers = { ...validatorHeaders, ...contentHeaders };
  return { description, headers, content: { 'application/json': body } };
}

export interface ErrorToDescribe {
  /** One that is sent, as the example. */
  readonly error: HttpError;
  readonly description: string;
  readonly headers?: HeaderDescriptions;
}

/** An error: an ErrorResponse, or problem details for clients that ask for them. */
export function describeError(
  components: SchemaComponents,
  { error, description, headers }: ErrorToDescribe,
): ResponseDescription {
  const { status, sentence } = error;
  const problem = { type: 'about:blank', title: titleOf(error), status, detail: sentence };
  return {
    description,
    headers: { ...headers, ...errorHeaders },
    content: {
      'application/json': {
        schema: components.refer(errorResponseSchema),
        examples: { ErrorResponse: { value: { error: sentence } } },
      },
      'application/problem+json': {
        schema: components.refer(problemDetailsSchema),
        examples: { ProblemDetails: { value: problem } },
      },
    },
  };
}

/** Problem details (RFC 9457), for clients that name `application/problem+json` in `Accept`. */
const problemDetailsSchema: Schema = {
  title: 'ProblemDetails',
  description: 'Why a request was not answered with what it asked for, in the form of RFC 9457.',
  type: 'object',
  properties: {
    type: { type: 'string', const: 'about:blank', description: 'No more than the status says.' },
    title: { type: 'string', description: 'The name of the status.' },
    status: { type: 'integer', minimum: 400, maximum: 599, description: 'The status.' },
    detail: { type: 'string', description: 'One sentence that says why.' },
  },
  required: ['type', 'title', 'status', 'detail'],
  additionalProperties: false,
  examples: [{ type: 'about:blank', title: 'Not Found', status: 404, detail: 'No server has this id.' }],
};
