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
  const ofLists = LISTS.map((list) => describeList(components, list));
  const paths = {
    '/v1/blocklists': { get: read('getBlocklists', 'All lists with their sizes', '', RESPONSES.lists) },
    ...(Object.assign({}, ...ofLists) as object),
    '/v1/history': { get: describeHistory() },
    '/v1/history/undo': {
      post: edit(
        'undoChanges',
        'Reverts several changes, with one edit for each list',
        'Fails with 409 at the first list of which an entry has changed since.',
        RESPONSES.undo,
        [],
        describeBody(components, undoRequestSchema, true),
      ),
    },
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

function read(
  operationId: string,
  summary: string,
  about: string,
  responses: object,
  parameters?: readonly object[],
) {
  const description = `${about} Requires the scope \`blocklists:read\`.`.trimStart();
  return { operationId, summary, description, tags: ['blocklists'], parameters, responses };
}

/** @param requestBody as of {@link describeBody} */
function edit(
  operationId: string,
  summary: string,
  about: string,
  responses: object,
  parameters: readonly object[],
  requestBody: object,
) {
  const description = `${about} Requires the scope \`blocklists:write\`.`;
  return {
    operationId,
    summary,
    description,
    tags: ['blocklists'],
    parameters: [...parameters, SOURCE],
    requestBody,
    responses,
  };
}

/** Describes the paths of one kind of lists, and of their entries. */
function describeList(components: SchemaComponents, { tag, path, owner }: (typeof LISTS)[number]) {
  const ofList = owner === undefined ? [] : [nameInPath(owner, OWNERS[owner])];
  const ofEntry = [...ofList, nameInPath('feature', 'The name of a feature.')];
  const where = owner === undefined ? 'for every client' : `for one ${owner}`;
  const list = {
    get: read(
      `get${tag}List`,
      `All features that are blocked ${where}`,
      'Empty if nothing is blocked.',
      RESPONSES.list,
      ofList,
    ),
    patch: edit(
      `patch${tag}List`,
      `Blocks and unblocks features ${where}`,
      'All entries in one step, or none. It is recorded as one change.',
      RESPONSES.edit,
      ofList,
      describeBody(components, listEditSchema, true),
    ),
  };
  const entry = {
    get: read(
      `get${tag}Entry`,
      `One feature in the list ${where}`,
      'Whether this list blocks the feature, until when, and who last changed that.',
      RESPONSES.read,
      ofEntry,
    ),
    put: edit(
      `put${tag}Entry`,
      `Blocks a feature ${where}`,
      'Permanently, or until the given time.',
      RESPONSES.editEntry,
      [...ofEntry, IF_MATCH],
      describeBody(components, blockRequestSchema, false),
    ),
    delete: edit(
      `delete${tag}Entry`,
      `Unblocks a feature ${where}`,
      'Ends a permanent block and a timed block.',
      RESPONSES.editEntry,
      [...ofEntry, IF_MATCH],
      describeBody(components, reasonRequestSchema, false),
    ),
  };
  return { [path]: list, [`${path}/{feature}`]: entry };
}

function describeHistory() {
  return read(
    'getHistory',
    'Who changed what, when and why',
    'Newest first. For each list, a limited number of changes is kept for a limited time.',
    RESPONSES.history,
    Object.entries(historyQuerySchema.properties).map(([name, { description, ...schema }]) => ({
      name,
      in: 'query',
      required: false,
      description,
      schema,
    })),
  );
}

function describeUndo(components: SchemaComponents) {
  const id = {
    name: 'id',
    in: 'path',
    required: true,
    description: 'The id of the change, or the common id of several.',
    schema: { type: 'string', minLength: 1, examples: ['1767222000000-0-1k2j3h4'] },
  };
  return edit(
    'undoChange',
    'Reverts one change, or those with a common id',
    'Fails with 409 if an entry has changed since. Changes of several lists are reverted list by list. The ' +
      'undo is itself recorded.',
    RESPONSES.undo,
    [id],
    describeBody(components, reasonRequestSchema, false),
  );
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

function describeBody(components: SchemaComponents, schema: Schema, required: boolean) {
  return { required, content: { 'application/json': { schema: components.refer(schema) } } };
}
