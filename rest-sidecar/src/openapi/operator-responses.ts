import {
  blocklistEntrySchema,
  changedEntrySchema,
  editedSchema,
  editRefusalSchema,
  historySchema,
} from '../../../shared/rest/blocklist-edits.ts';
import type { HeaderDescriptions } from './response-headers.ts';
import type { ResponseDescription } from './responses.ts';
import type { Schema, SchemaComponents } from './schema-components.ts';

/** A response as it is written down here. */
interface Planned {
  readonly description: string;
  readonly schema: Schema;
  readonly headers?: HeaderDescriptions;
}

const ETAG: HeaderDescriptions = {
  ETag: {
    description: 'The state of the entry. Send it back as `If-Match` with an edit.',
    required: true,
    schema: { type: 'string', pattern: '^"(free|blocked|(blocked,)?until:[0-9]+)"$' },
  },
};

const RETRY: HeaderDescriptions = {
  'Retry-After': {
    description: 'Seconds to wait before the next attempt.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  },
};

const CHALLENGE: HeaderDescriptions = {
  'WWW-Authenticate': {
    description: 'That a bearer token is needed.',
    required: true,
    schema: { type: 'string', pattern: '^Bearer realm=' },
  },
};

const refusal = (description: string, headers?: HeaderDescriptions): Planned => ({
  ...{ description, schema: editRefusalSchema },
  ...(headers !== undefined && { headers }),
});

/** By the names under which operations refer to them. */
const PLANNED = {
  Entry: { description: 'The entry as it is.', schema: blocklistEntrySchema, headers: ETAG },
  Edited: { description: 'The entry is as it was to be.', schema: editedSchema, headers: ETAG },
  History: { description: 'Recorded changes, the newest first.', schema: historySchema },
  BadRequest: refusal('A name, a parameter or the body is not as it has to be. Nothing was done.'),
  Unauthenticated: refusal('There is no token, or it is unknown, expired or revoked.', CHALLENGE),
  Forbidden: refusal('The token does not have the scope.', CHALLENGE),
  NoSuchChange: refusal('No change with this id is recorded, or not any more.'),
  ChangedSince: { description: 'The entry has changed since.', schema: changedEntrySchema, headers: ETAG },
  TooLarge: refusal('The body is larger than 16 KB.'),
  NotJson: refusal('The body is not `application/json`.'),
  ConditionNeeded: refusal('There is no `If-Match`.'),
  TooMany: refusal('The token edits too often, or too many attempts of its address failed.', RETRY),
  Failure: refusal('An unexpected failure; details are not disclosed.'),
  Unreachable: refusal('Redis does not answer.', RETRY),
} as const satisfies Record<string, Planned>;

type OperatorResponse = keyof typeof PLANNED;

/** What each operation may answer, by status. */
const ALWAYS = {
  400: 'BadRequest',
  401: 'Unauthenticated',
  403: 'Forbidden',
  429: 'TooMany',
  500: 'Failure',
  503: 'Unreachable',
} as const;

const WITH_BODY = { ...ALWAYS, 413: 'TooLarge', 415: 'NotJson' } as const;

/** By the kind of an operation, its responses. */
export const RESPONSES = {
  read: refer({ ...ALWAYS, 200: 'Entry' }),
  edit: refer({ ...WITH_BODY, 200: 'Edited', 412: 'ChangedSince', 428: 'ConditionNeeded' }),
  history: refer({ ...ALWAYS, 200: 'History' }),
  undo: refer({ ...WITH_BODY, 200: 'Edited', 404: 'NoSuchChange', 409: 'ChangedSince' }),
};

function refer(responses: Readonly<Record<number, OperatorResponse>>) {
  return Object.fromEntries(
    Object.entries(responses).map(([status, name]) => [status, { $ref: `#/components/responses/${name}` }]),
  );
}

/** All of them, as components of the document. */
export function describeOperatorResponses(components: SchemaComponents) {
  const described = Object.entries<Planned>(PLANNED).map(([name, { description, headers, schema }]) => {
    const examples = (schema.examples ?? []).map((value) => [schema.title ?? 'body', { value }] as const);
    const content = {
      'application/json': { schema: components.refer(schema), examples: Object.fromEntries(examples) },
    };
    const response: ResponseDescription = { description, headers: headers ?? {}, content };
    return [name, response] as const;
  });
  return Object.fromEntries(described);
}
