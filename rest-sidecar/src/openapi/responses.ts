import { errorResponseSchema } from '../../../shared/rest/error-response.ts';
import { problemDetailsSchema } from './problem-details.ts';
import { contentHeaders, errorHeaders, validatorHeaders } from './response-headers.ts';
import type { HeaderDescriptions } from './response-headers.ts';
import type { Schema, SchemaComponents } from './schema-components.ts';

/** How a response is described (OpenAPI's Response Object). */
export interface ResponseDescription {
  readonly description: string;
  /** Beside those that every response carries. */
  readonly headers: HeaderDescriptions;
  readonly content?: Readonly<Record<string, MediaTypeDescription>>;
}

export interface MediaTypeDescription {
  readonly schema: Schema;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
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
  readonly status: number;
  /** The name of the status. */
  readonly title: string;
  readonly description: string;
  /** An example of what the body says. */
  readonly sentence: string;
  readonly headers?: HeaderDescriptions;
}

/** An error: an ErrorResponse, or problem details for who asks for them. */
export function describeError(components: SchemaComponents, error: ErrorToDescribe): ResponseDescription {
  const { status, title, description, sentence, headers } = error;
  const problem = { type: 'about:blank', title, status, detail: sentence };
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
