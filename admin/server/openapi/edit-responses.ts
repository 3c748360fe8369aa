import { PROBLEM_DETAILS } from '../../../node/http/error-writer.ts';
import { errorHeaders, retryAfterHeader } from '../../../node/openapi/response-headers.ts';
import type { HeaderDescriptions } from '../../../node/openapi/response-headers.ts';
import { problemDetailsSchema } from '../../../node/openapi/responses.ts';
import type { ResponseDescription } from '../../../node/openapi/responses.ts';
import type { Schema, SchemaComponents } from '../../../node/openapi/schema-components.ts';
import {
  blocklistEntrySchema,
  blocklistSchema,
  blocklistsSchema,
  editConflictSchema,
  editedSchema,
  editRefusalSchema,
  historySchema,
  undoneSchema,
} from '../../../shared/rest/blocklist-edits.ts';

/** The description of a response in this file. */
interface PlannedResponse {
  readonly description: string;
  readonly schema: Schema;
  readonly headers?: HeaderDescriptions | undefined;
  readonly isError?: true;
}

const ETAG: HeaderDescriptions = {
  ETag: {
    description: 'The state of the entry. Send it as `If-Match` with an edit.',
    required: true,
    schema: { type: 'string', pattern: '^"(free|blocked|(blocked,)?until:[0-9]+)"$' },
  },
};

const CHALLENGE: HeaderDescriptions = {
  'WWW-Authenticate': {
    description: 'The required authentication scheme: a bearer token.',
    required: true,
    schema: { type: 'string', pattern: '^Bearer realm=' },
  },
};

const error = (description: string, schema: Schema, headers?: HeaderDescriptions): PlannedResponse => ({
  description,
  schema,
  headers: { ...headers, ...errorHeaders },
  isError: true,
});

const refusal = (description: string, headers?: HeaderDescriptions): PlannedResponse =>
  error(description, editRefusalSchema, headers);

const problemSchema: Schema = {
  ...problemDetailsSchema,
  description: 'The reason in the format of RFC 9457, with the other members of the body in JSON.',
  additionalProperties: true,
};

/** The responses, by the names under which operations reference them. */
const RESPONSE_PLANS = {
  Entry: { description: 'The current entry.', schema: blocklistEntrySchema, headers: ETAG },
  Lists: { description: 'The sizes of all lists.', schema: blocklistsSchema },
  List: { description: 'The current list.', schema: blocklistSchema },
  Edited: { description: 'The entries have the wanted states.', schema: editedSchema },
  EditedEntry: { description: 'The entry has the wanted state.', schema: editedSchema, headers: ETAG },
  Undone: { description: 'The changes are reverted.', schema: undoneSchema },
  History: { description: 'Recorded changes, newest first.', schema: historySchema },
  BadRequest: refusal('A name, a parameter or the body is invalid. Nothing was changed.'),
  Unauthenticated: refusal('The token is missing, unknown, expired or revoked.', CHALLENGE),
  Forbidden: refusal('The token does not have the required scope.', CHALLENGE),
  NoSuchChange: refusal('No change with this id is recorded, or it is no longer kept.'),
  Conflict: error('Entries have changed in the meantime.', editConflictSchema),
  EntryConflict: error('The entry has changed in the meantime.', editConflictSchema, ETAG),
  TooLarge: refusal('The body is larger than 64 KB.'),
  NotJson: refusal('The body is not `application/json`.'),
  ConditionNeeded: refusal('`If-Match` is missing.'),
  TooMany: refusal('The token has made too many edits.', retryAfterHeader),
  Failure: refusal('An unexpected error; details are not disclosed.'),
  Unreachable: refusal(
    'Redis does not answer, or rejected a command. If it does not answer, an edit may have been made.',
    retryAfterHeader,
  ),
} as const satisfies Record<string, PlannedResponse>;

type EditResponse = keyof typeof RESPONSE_PLANS;

/** Responses that every operation can have, by status. */
const COMMON = {
  400: 'BadRequest',
  401: 'Unauthenticated',
  403: 'Forbidden',
  429: 'TooMany',
  500: 'Failure',
  503: 'Unreachable',
} as const;

const WITH_BODY = { ...COMMON, 413: 'TooLarge', 415: 'NotJson' } as const;

/** The responses by kind of operation. */
export const RESPONSES = {
  read: refer({ ...COMMON, 200: 'Entry' }),
  lists: refer({ ...COMMON, 200: 'Lists' }),
  list: refer({ ...COMMON, 200: 'List' }),
  edit: refer({ ...WITH_BODY, 200: 'Edited', 409: 'Conflict' }),
  editEntry: refer({ ...WITH_BODY, 200: 'EditedEntry', 412: 'EntryConflict', 428: 'ConditionNeeded' }),
  history: refer({ ...COMMON, 200: 'History' }),
  undo: refer({ ...WITH_BODY, 200: 'Undone', 404: 'NoSuchChange', 409: 'Conflict' }),
};

function refer(responses: Readonly<Record<number, EditResponse>>) {
  return Object.fromEntries(
    Object.entries(responses).map(([status, name]) => [status, { $ref: `#/components/responses/${name}` }]),
  );
}

/** Describes all responses, as components of the document. */
export function describeEditResponses(components: SchemaComponents) {
  const described = Object.entries<PlannedResponse>(RESPONSE_PLANS).map(
    ([name, { description, headers = {}, isError, schema }]) => {
      const examples = (schema.examples ?? []).map((value) => [schema.title ?? 'body', { value }] as const);
      const content = {
        'application/json': { schema: components.refer(schema), examples: Object.fromEntries(examples) },
        ...(isError && { [PROBLEM_DETAILS]: { schema: components.refer(problemSchema) } }),
      };
      const response: ResponseDescription = { description, headers, content };
      return [name, response] as const;
    },
  );
  return Object.fromEntries(described);
}
