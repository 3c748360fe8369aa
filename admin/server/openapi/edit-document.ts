import { SchemaComponents } from '../../../node/openapi/schema-components.ts';
import type { Schema } from '../../../node/openapi/schema-components.ts';
import { MAX_CHARACTERS } from '../../../shared/feature-control/edit-problems.ts';
import {
  blockRequestSchema,
  historyQuerySchema,
  reasonRequestSchema,
} from '../../../shared/rest/blocklist-edits.ts';
import { describeEditResponses, RESPONSES } from './edit-responses.ts';

const VERSION = '1.0';

const INTRODUCTION = `Reads and edits blocklists. Only the admin's server serves this interface.

Every request must have a token, as \`Authorization: Bearer fct_…\`: reading requires the scope \`blocklists:read\`, editing \`blocklists:write\`. Pages of other origins have no access.

An edit must state the expected state of the entry: its \`ETag\` as \`If-Match\`, or \`*\` for any state. If somebody else has changed the entry in the meantime, nothing is changed, and the response (412, or 409 for an undo) has the current entry with its latest change.

Every edit is recorded with the name of the token, atomically with the change.`;

/** The kinds of lists, with their paths. */
const LISTS = [
  { tag: 'Global', path: '/v1/blocklists/global/{feature}', owner: undefined },
  { tag: 'Client', path: '/v1/blocklists/clients/{client}/{feature}', owner: 'client' },
  { tag: 'Server', path: '/v1/blocklists/servers/{server}/{feature}', owner: 'server' },
] as const;

const OWNERS = {
  client: 'The identifier of a mod.',
  server: 'The name of a game server, as configured in the proxy.',
} as const;

/** Describes the interface for editing blocklists, from the schemas that its routes use. */
export function createEditDocument() {
  const components = new SchemaComponents();
  const entries = LISTS.map((list) => [list.path, describeEntry(components, list)] as const);
  const paths = {
    ...Object.fromEntries(entries),
    '/v1/history': { get: describeHistory() },
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
      responses: RESPONSES.edit,
    },
    delete: {
      operationId: `delete${tag}Entry`,
      summary: `Unblocks a feature ${where}`,
      description: 'Ends a permanent block and a timed block. Requires the scope `blocklists:write`.',
      tags: ['blocklists'],
      parameters: [...parameters, IF_MATCH, SOURCE],
      requestBody: describeBody(components, reasonRequestSchema),
      responses: RESPONSES.edit,
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
    summary: 'Reverts one change',
    description:
      'Fails with 409 if the entry has changed since. The undo is itself recorded as a change. Requires ' +
      'the scope `blocklists:write`.',
    tags: ['blocklists'],
    parameters: [
      {
        name: 'id',
        in: 'path',
        required: true,
        description: 'The id of the change.',
        schema: { type: 'string', minLength: 1, examples: ['1767222000000-0-1k2j3h4'] },
      },
      SOURCE,
    ],
    requestBody: describeBody(components, reasonRequestSchema),
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
