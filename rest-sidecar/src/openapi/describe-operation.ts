import { ERRORS } from '../../../node/http/errors.ts';
import type { HttpError } from '../../../node/http/errors.ts';
import { describeError, describeOk } from '../../../node/openapi/responses.ts';
import type { ResponseDescription } from '../../../node/openapi/responses.ts';
import type { Schema, SchemaComponents } from '../../../node/openapi/schema-components.ts';
import { referToResponse } from '../../../node/openapi/shared-responses.ts';
import type { Operation, OperationId } from '../../../shared/rest/operations.ts';
import { operationNotes } from './texts.ts';

type Responses = Readonly<Record<string, ResponseDescription | { readonly $ref: string }>>;

/** Examples of the errors that the specification names, by status. */
const NAMED_ERRORS: Readonly<Record<string, HttpError>> = {
  400: { status: 400, message: 'limit must be a whole number from 1 to 2147483647.' },
  404: ERRORS.unknownServer,
};

/** Describes an operation (OpenAPI's Operation Object). */
export function describeOperation(components: SchemaComponents, operation: Operation) {
  const { operationId, summary, parameters } = operation;
  const responses: Responses = {
    ...describeNamed(components, operation),
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
  return {
    operationId,
    summary,
    description: operationNotes[operationId as OperationId],
    tags: ['v1'],
    parameters: parameters.map((parameter) => ({ ...parameter, in: 'query', required: false })),
    responses,
  };
}

/** Describes the responses that the specification names. */
function describeNamed(components: SchemaComponents, { responses }: Operation): Responses {
  const named = Object.entries(responses).map(([status, { description, schemas }]) => {
    const error = NAMED_ERRORS[status];
    const described =
      error === undefined
        ? describeOk(components, description, schemas as readonly Schema[])
        : describeError(components, { error, description });
    return [status, described] as const;
  });
  return Object.fromEntries(named);
}
