import type { HttpError } from '../../../node/http/errors.ts';
import { describeError } from '../../../node/openapi/responses.ts';
import type { ResponseDescription } from '../../../node/openapi/responses.ts';
import type { Schema, SchemaComponents } from '../../../node/openapi/schema-components.ts';
import type { Operation } from '../../../shared/rest/operations.ts';
import { ERRORS } from '../http/errors.ts';
import { contentHeaders, validatorHeaders } from './representation-headers.ts';
import { referToResponse } from './shared-responses.ts';
import { operationNotes } from './texts.ts';
import type { DescribedId } from './texts.ts';

type Responses = Readonly<Record<string, ResponseDescription | { readonly $ref: string }>>;

/** Examples of the errors that the specification names, by status. */
const NAMED_ERRORS: Readonly<Record<string, HttpError>> = {
  400: { status: 400, message: 'limit must be a whole number from 1 to 2147483647.' },
  404: ERRORS.unknownServer,
};

/** OpenAPI's Parameter Object. */
export interface ParameterDescription {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly description: string;
  readonly required: boolean;
  readonly schema: object;
  readonly example?: unknown;
}

/** The path parameter of `describeSelection`. */
const versionParameter: ParameterDescription = {
  name: 'version',
  in: 'path',
  description: 'The version of the interface.',
  required: true,
  schema: { type: 'string', enum: ['v1'], default: 'v1' },
};

/** What differs between the operations of the document. */
interface Described {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters: readonly ParameterDescription[];
  readonly responses: Operation['responses'];
}

/**
 * Describes an operation without the parameter that changes the type of its body.
 * @returns its path, and OpenAPI's Path Item Object
 */
export function describeOperation(components: SchemaComponents, operation: Operation) {
  const parameters = operation.parameters.map((parameter) => inQuery(parameter, false));
  return [operation.path, describe(components, { ...operation, parameters })] as const;
}

/**
 * Describes an operation with the parameter that changes the type of its body, if it has one. Most
 * generators of clients cannot read a body of two types, and OpenAPI permits one GET per path: the path of
 * this description has the version as a parameter, and is the same in every request (G78).
 * @returns as `describeOperation`
 */
export function describeSelection(components: SchemaComponents, { path, selection }: Operation) {
  if (selection === undefined) return [];
  const parameters = [versionParameter, inQuery(selection.parameter, true)];
  return [[path.replace('/v1/', '/{version}/'), describe(components, { ...selection, parameters })] as const];
}

function inQuery(parameter: Operation['parameters'][number], required: boolean): ParameterDescription {
  return { ...parameter, in: 'query', required };
}

function describe(components: SchemaComponents, operation: Described) {
  const { operationId, summary, parameters } = operation;
  const responses: Responses = {
    ...describeNamed(components, operation.responses),
    304: referToResponse('NotModified'),
    ...(!(400 in operation.responses) && {
      400: referToResponse(parameters.length > 0 ? 'UnreadableQuery' : 'RefusedRequest'),
    }),
    412: referToResponse('ConditionFailed'),
    414: referToResponse('TooLong'),
    431: referToResponse('TooLong'),
    500: referToResponse('Failure'),
    ...(operationId !== 'getHealth' && { 503: referToResponse('NotLoaded') }),
  };
  const description = operationNotes[operationId as DescribedId];
  return { get: { operationId, summary, description, tags: ['v1'], parameters, responses } };
}

/** Describes the responses that the specification names. */
function describeNamed(components: SchemaComponents, responses: Operation['responses']): Responses {
  const named = Object.entries(responses).map(([status, { description, schema }]) => {
    const error = NAMED_ERRORS[status];
    const described =
      error === undefined
        ? describeOk(components, description, schema as Schema)
        : describeError(components, { error, description });
    return [status, described] as const;
  });
  return Object.fromEntries(named);
}

/** Describes a 200 response, with the example of its schema. */
function describeOk(components: SchemaComponents, description: string, schema: Schema): ResponseDescription {
  const { title = 'body', examples: [value] = [] } = schema;
  const body = {
    schema: components.refer(schema),
    examples: value === undefined ? {} : { [title]: { value } },
  };
  const headers = { ...validatorHeaders, ...contentHeaders };
  return { description, headers, content: { 'application/json': body } };
}
