import { SchemaComponents } from '../../../node/openapi/schema-components.ts';
import type { Schema } from '../../../node/openapi/schema-components.ts';
import { MAX_CHARACTERS } from '../../../shared/feature-control/edit-problems.ts';
import {
  blockRequestSchema,
  historyQuerySchema,
  listEditSchema,
  reasonRequestSchema,
  undoRequestSchema,
} from '../../../shared/rest/blocklist-edits.ts';
import { describeEditResponses, RESPONSES } from './edit-responses.ts';

const VERSION = '1.0';

const INTRODUCTION = `Reads and edits blocklists. Only the admin's server serves this interface.

Every request must have a token, as \`Authorization: Bearer fct_…\`: reading requires the scope \`blocklists:read\`, editing \`blocklists:write\`. Pages of other origins have no access.

\`PATCH\` edits any number of entries of one list in one step, or none of them; \`PUT\` and \`DELETE\` edit one. An edit can name the states that were seen: \`expected\`, or the \`ETag\` of one entry as \`If-Match\`. If somebody else has changed an entry in the meantime, nothing is changed, and the response (409, or 412 with \`If-Match\`) names the entries, their states, and who changed them.

Every edit is recorded with the name of the token, atomically with the change.`;

/** The kinds of lists, with their paths. */
const LISTS = [
  { tag: 'Global', path: '/v1/blocklists/global', owner: undefined },
  { tag: 'Client', path: '/v1/blocklists/clients/{client}', owner: 'client' },
  { tag: 'Server', path: '/v1/blocklists/servers/{server}', owner: 'server' },
] as const;

const OWNERS = {
  client: 'The identifier of a mod.',
  server: 'The name of a game server, as configured in the proxy.',
} as const;

/** Describes the interface for editing blocklists, from the schemas that its routes use. */
export function createEditDocument() {
  const components = new SchemaComponents();
  const lists = LISTS.flatMap((list) => [
    [list.path, describeList(components, list)] as const,
    [`${list.path}/{feature}`, describeEntry(components, list)] as const,
  ]);
  const paths = {
    '/v1/blocklists': { get: describeLists() },
    ...Object.fromEntries<object>(lists),
    '/v1/history': { get: describeHistory() },
    '/v1/history/undo': { post: describeUndoOfMany(components) },
    '/v1/history/{id}/undo': { post: describeUndo(components) },
  };
  const responses = describeEditResponses(components);
  return {
    openapi: '3.1.1',
    info: {
      title: 'Edits of blocklists',
      version: VERSION,
      description: INTRODUCTION,
      summary: 'Which features are blocked, until when, and who changed that.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '.', description: 'The server that serves this description' }],
    security: [{ token: [] }],
    tags: [{ name: 'blocklists', description: 'Blocklists and their history.' }],
    paths,
    components: {
      schemas: components.byTitle(),
      responses,
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'Issued by `feature-control token issue`.' },
      },
    },
  };
}

function describeLists() {
  return {
    operationId: 'getBlocklists',
    summary: 'All lists with their sizes',
    description: 'Requires the scope `blocklists:read`.',
    tags: ['blocklists'],
    responses: RESPONSES.lists,
  };
}

function describeList(components: SchemaComponents, { tag, owner }: (typeof LISTS)[number]) {
  const parameters = owner === undefined ? [] : [nameInPath(owner, OWNERS[owner])];
  const where = owner === undefined ? 'for every client' : `for one ${owner}`;
  return {
    get: {
      operationId: `get${tag}List`,
      summary: `All features that are blocked ${where}`,
      description: 'Empty if nothing is blocked. Requires the scope `blocklists:read`.',
      tags: ['blocklists'],
      parameters,
      responses: RESPONSES.list,
    },
    patch: {
      operationId: `patch${tag}List`,
      summary: `Blocks and unblocks features ${where}`,
      description:
        'All entries in one step, or none. It is recorded as one change. Requires the scope `blocklists:write`.',
      tags: ['blocklists'],
      parameters: [...parameters, SOURCE],
      requestBody: { ...describeBody(components, listEditSchema), required: true },
      responses: RESPONSES.edit,
    },
  };
}

function describeEntry(components: SchemaComponents, { tag, owner }: (typeof LISTS)[number]) {
  const parameters = [
    ...(owner === undefined ? [] : [nameInPath(owner, OWNERS[owner])]),
    nameInPath('feature', 'The name of a feature.'),
  ];
  const where = owner === undefined ? 'for every client' : `for one ${owner}`;
  return {
    get: {
      operationId: `get${tag}Entry`,
      summary: `One feature in the list ${where}`,
      description:
        'Whether this list blocks the feature, until when, and who last changed that. Requires the scope ' +
        '`blocklists:read`.',
      tags: ['blocklists'],
      parameters,
      responses: RESPONSES.read,
    },
    put: {
      operationId: `put${tag}Entry`,
      summary: `Blocks a feature ${where}`,
      description: 'Permanently, or until the given time. Requires the scope `blocklists:write`.',
      tags: ['blocklists'],
      parameters: [...parameters, IF_MATCH, SOURCE],
      requestBody: describeBody(components, blockRequestSchema),
      responses: RESPONSES.editEntry,
    },
    delete: {
      operationId: `delete${tag}Entry`,
      summary: `Unblocks a feature ${where}`,
      description: 'Ends a permanent block and a timed block. Requires the scope `blocklists:write`.',
      tags: ['blocklists'],
      parameters: [...parameters, IF_MATCH, SOURCE],
      requestBody: describeBody(components, reasonRequestSchema),
      responses: RESPONSES.editEntry,
    },
  };
}

function describeHistory() {
  return {
    operationId: 'getHistory',
    summary: 'Who changed what, when and why',
    description:
      'Newest first. For each list, a limited number of changes is kept for a limited time. Requires ' +
      'the scope `blocklists:read`.',
    tags: ['blocklists'],
    parameters: Object.entries(historyQuerySchema.properties).map(([name, { description, ...schema }]) => ({
      name,
      in: 'query',
      required: false,
      description,
      schema,
    })),
    responses: RESPONSES.history,
  };
}

function describeUndo(components: SchemaComponents) {
  return {
    operationId: 'undoChange',
    summary: 'Reverts one change, or those with a common id',
    description:
      'Fails with 409 if an entry has changed since. Changes of several lists are reverted list by list. The ' +
      'undo is itself recorded. Requires the scope `blocklists:write`.',
    tags: ['blocklists'],
    parameters: [
      {
        name: 'id',
        in: 'path',
        required: true,
        description: 'The id of the change, or the common id of several.',
        schema: { type: 'string', minLength: 1, examples: ['1767222000000-0-1k2j3h4'] },
      },
      SOURCE,
    ],
    requestBody: describeBody(components, reasonRequestSchema),
    responses: RESPONSES.undo,
  };
}

function describeUndoOfMany(components: SchemaComponents) {
  return {
    operationId: 'undoChanges',
    summary: 'Reverts several changes, with one edit for each list',
    description:
      'Fails with 409 at the first list of which an entry has changed since. Requires the scope ' +
      '`blocklists:write`.',
    tags: ['blocklists'],
    parameters: [SOURCE],
    requestBody: { ...describeBody(components, undoRequestSchema), required: true },
    responses: RESPONSES.undo,
  };
}

const IF_MATCH = {
  name: 'If-Match',
  in: 'header',
  required: true,
  description: 'The `ETag` of the entry, or `*` for any state.',
  schema: { type: 'string', examples: ['"free"', '*'] },
};

const SOURCE = {
  name: 'Feature-Control-Source',
  in: 'header',
  required: false,
  description: 'The source that is recorded with the change: `console` for the console, otherwise `api`.',
  schema: { type: 'string', enum: ['console', 'api'] },
};

function nameInPath(name: keyof typeof OWNERS | 'feature', description: string) {
  const examples = [name === 'feature' ? 'fly' : `my-${name}`];
  const schema = { type: 'string', minLength: 1, maxLength: MAX_CHARACTERS[name], examples };
  return { name, in: 'path', required: true, description, schema };
}

function describeBody(components: SchemaComponents, schema: Schema) {
  return { required: false, content: { 'application/json': { schema: components.refer(schema) } } };
}
