const properties = {
  displayName: { type: 'string', description: 'The name to show to players.' },
} as const;

/** A stored server: the string at `server:<id>`. Additional fields are allowed. */
export const storedServerSchema = { type: 'object', properties, required: ['displayName'] } as const;

const example = { id: 'lobby', displayName: 'Lobby' };

/** Server record: the identifier and the stored fields (G5). */
export const serverSchema = {
  title: 'Server',
  description: 'A game server: its id, its display name, and its other stored fields.',
  type: 'object',
  properties: { id: { type: 'string', description: 'The identifier of the server.' }, ...properties },
  additionalProperties: true,
  required: ['id', 'displayName'],
  examples: [example],
} as const;

/** The response of getServers without `id`: all known servers by their identifier. */
export const serversSchema = {
  title: 'Servers',
  description: 'All known servers. Each key is the identifier of a server.',
  type: 'object',
  additionalProperties: serverSchema,
  examples: [{ lobby: example }],
} as const;
