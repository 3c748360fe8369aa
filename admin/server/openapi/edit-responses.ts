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

const problemSchema: Schema = {
  ...problemDetailsSchema,
  description: 'The reason in the format of RFC 9457, with the other members of the body in JSON.',
  additionalProperties: true,
};

/** Describes all responses, by the names under which operations refer to them. */
export function describeEditResponses(components: SchemaComponents) {
  const success = (
    description: string,
    schema: Schema,
    headers: HeaderDescriptions = {},
  ): ResponseDescription => {
    const examples = (schema.examples ?? []).map((value) => [schema.title ?? 'body', { value }] as const);
    const json = { schema: components.refer(schema), examples: Object.fromEntries(examples) };
    return { description, headers, content: { 'application/json': json } };
  };
  const error = (description: string, schema: Schema, headers?: HeaderDescriptions): ResponseDescription => {
    const described = success(description, schema, { ...headers, ...errorHeaders });
    const problem = { schema: components.refer(problemSchema) };
    return { ...described, content: { ...described.content, [PROBLEM_DETAILS]: problem } };
  };
  const refusal = (description: string, headers?: HeaderDescriptions): ResponseDescription =>
    error(description, editRefusalSchema, headers);
  return {
    Entry: success('The current entry.', blocklistEntrySchema, ETAG),
    Lists: success('The sizes of all lists.', blocklistsSchema),
    List: success('The current list.', blocklistSchema),
    Edited: success('The entries have the wanted states.', editedSchema),
    EditedEntry: success('The entry has the wanted state.', editedSchema, ETAG),
    Undone: success('The changes are reverted.', undoneSchema),
    History: success('Recorded changes, newest first.', historySchema),
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
  };
}

type EditResponse = keyof ReturnType<typeof describeEditResponses>;

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
