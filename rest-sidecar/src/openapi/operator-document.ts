import { CHANGE_SOURCES } from '../../../shared/feature-control/blocklist-editor.ts';
import { MOST_CHARACTERS } from '../../../shared/feature-control/edit-problems.ts';
import { blockRequestSchema, reasonRequestSchema } from '../../../shared/rest/blocklist-edits.ts';
import { describeOperatorResponses, RESPONSES } from './operator-responses.ts';
import { SchemaComponents } from './schema-components.ts';
import type { Schema } from './schema-components.ts';

/** The version of this description. */
const VERSION = '1.0';

const INTRODUCTION = `Reads and edits blocklists, on the listener for operators alone.

Every request carries a token, as \`Authorization: Bearer fct_…\`: reading needs the scope \`blocklists:read\`, editing \`blocklists:write\`. There are no cookies, and nothing is offered to pages of other origins.

An edit names the state that it expects: the \`ETag\` of the entry as \`If-Match\`, or \`*\` for whatever it is. Where somebody else was quicker, nothing is done, and the answer (412, or 409 of an undo) is the entry as it is now, with who changed it.

Every edit is recorded with the name of the token, in one step with the change.`;

/** The lists that there are, by what stands in their paths. */
const LISTS = [
  { tag: 'Global', path: '/v1/blocklists/global/{feature}', owner: undefined },
  { tag: 'Client', path: '/v1/blocklists/clients/{client}/{feature}', owner: 'client' },
  { tag: 'Server', path: '/v1/blocklists/servers/{server}/{feature}', owner: 'server' },
] as const;

const OWNERS = {
  client: 'The identifier of a mod.',
  server: 'The name of a game server, as the proxy has it.',
} as const;

/** Describes the interface that edits blocklists, from the schemas that it is made of. */
export function createOperatorDocument() {
  const components = new SchemaComponents();
  const entries = LISTS.map((list) => [list.path, describeEntry(components, list)] as const);
  const paths = {
    ...Object.fromEntries(entries),
    '/v1/history': { get: describeHistory() },
    '/v1/history/{id}/undo': { post: describeUndo(components) },
  };
  const responses = describeOperatorResponses(components);
  return {
    openapi: '3.1.1',
    info: {
      ...{ title: 'Edits of blocklists', version: VERSION, description: INTRODUCTION },
      summary: 'Who is allowed what, until when, and who decided that.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '.', description: 'The listener that serves this description' }],
    security: [{ token: [] }],
    tags: [{ name: 'blocklists', description: 'Blocklists, and who changed them.' }],
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
        'Whether this list blocks the feature, until when, and who decided that. Needs `blocklists:read`.',
      ...{ tags: ['blocklists'], parameters, responses: RESPONSES.read },
    },
    put: {
      operationId: `put${tag}Entry`,
      summary: `Blocks a feature ${where}`,
      description: 'Until somebody unblocks it, or until a time. Needs `blocklists:write`.',
      tags: ['blocklists'],
      parameters: [...parameters, IF_MATCH, SOURCE],
      requestBody: describeBody(components, blockRequestSchema),
      responses: RESPONSES.edit,
    },
    delete: {
      operationId: `delete${tag}Entry`,
      summary: `Unblocks a feature ${where}`,
      description: 'Whether it is blocked for good or until a time. Needs `blocklists:write`.',
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
      'The newest first. Of each list a bounded number of changes is kept, for a bounded time. Needs ' +
      '`blocklists:read`.',
    tags: ['blocklists'],
    parameters: [
      filter('list', 'Of this list alone.', { pattern: '^(global|client:|server:)' }, 'client:my-mod'),
      filter('feature', 'Of this feature alone.', {}, 'fly'),
      filter('actor', 'By this actor alone.', {}, 'alex'),
      filter('source', 'By these means alone.', { enum: CHANGE_SOURCES }, 'console'),
      filter(
        'before',
        '`next` of an earlier page.',
        { pattern: '^[0-9]{1,16}-[0-9]{1,20}@' },
        '1767222000000-0@x',
      ),
      {
        ...filter('most', 'Changes on a page.', {}, 50),
        schema: { type: 'integer', minimum: 1, maximum: 200, default: 50 },
      },
    ],
    responses: RESPONSES.history,
  };
}

function describeUndo(components: SchemaComponents) {
  return {
    operationId: 'undoChange',
    summary: 'Reverts one change',
    description:
      'Unless the entry has changed since (409). It is a change itself, and recorded. Needs ' +
      '`blocklists:write`.',
    tags: ['blocklists'],
    parameters: [
      {
        ...{ name: 'id', in: 'path', required: true, description: 'The id of the change.' },
        schema: { type: 'string', minLength: 1, examples: ['1767222000000-0-1k2j3h4'] },
      },
      SOURCE,
    ],
    requestBody: describeBody(components, reasonRequestSchema),
    responses: RESPONSES.undo,
  };
}

const IF_MATCH = {
  ...{ name: 'If-Match', in: 'header', required: true },
  description: 'The `ETag` of the entry, or `*`.',
  schema: { type: 'string', examples: ['"free"', '*'] },
};

const SOURCE = {
  ...{ name: 'Feature-Control-Source', in: 'header', required: false },
  description: 'By what means the change is recorded: `console` for the console, `api` else.',
  schema: { type: 'string', enum: ['console', 'api'] },
};

function nameInPath(name: keyof typeof OWNERS | 'feature', description: string) {
  const examples = [name === 'feature' ? 'fly' : `my-${name}`];
  const schema = { type: 'string', minLength: 1, maxLength: MOST_CHARACTERS[name], examples };
  return { name, in: 'path', required: true, description, schema };
}

function filter(name: string, description: string, keywords: object, example: string | number) {
  const schema = { type: 'string', ...keywords, examples: [example] };
  return { name, in: 'query', required: false, description, schema };
}

function describeBody(components: SchemaComponents, schema: Schema) {
  return { required: false, content: { 'application/json': { schema: components.refer(schema) } } };
}
