import type { Operation, OperationId, OperationParameter } from '../../../shared/rest/operations.ts';
import { operationNotes } from './operation-notes.ts';
import { describeError, describeOk } from './responses.ts';
import type { ResponseDescription } from './responses.ts';
import type { Schema, SchemaComponents } from './schema-components.ts';
import { referToResponse } from './shared-responses.ts';

/** OpenAPI's Operation Object, as far as it is used here. */
export interface OperationDescription {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly parameters: readonly ParameterDescription[];
  readonly responses: Readonly<Record<string, ResponseDescription | { readonly $ref: string }>>;
}

/** OpenAPI's Parameter Object, as far as it is used here. */
export interface ParameterDescription extends OperationParameter {
  readonly in: 'query';
  readonly required: boolean;
}

/** The errors that the specification names, by status. */
const NAMED_ERRORS: Readonly<Record<string, { readonly title: string; readonly sentence: string }>> = {
  400: { title: 'Bad Request', sentence: 'limit must be a whole number from 1 to 2147483647.' },
  404: { title: 'Not Found', sentence: 'No server has this id.' },
};

export function describeOperation(components: SchemaComponents, operation: Operation): OperationDescription {
  const { operationId, summary, parameters } = operation;
  return {
    operationId,
    summary,
    description: operationNotes[operationId as OperationId],
    tags: ['v1'],
    parameters: parameters.map((parameter) => ({ ...parameter, in: 'query', required: false })),
    responses: {
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
    },
  };
}

/** The responses that the specification names. */
function describeNamed(
  components: SchemaComponents,
  { responses }: Operation,
): Record<string, ResponseDescription> {
  const named = Object.entries(responses).map(([status, { description, schemas }]) => {
    const { title, sentence } = NAMED_ERRORS[status] ?? {};
    const described =
      title === undefined || sentence === undefined
        ? describeOk(components, description, schemas as readonly Schema[])
        : describeError(components, { status: Number(status), title, description, sentence });
    return [status, described] as const;
  });
  return Object.fromEntries(named);
}
