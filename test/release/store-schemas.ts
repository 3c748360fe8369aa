const platforms = { type: 'array', items: { const: 'VELOCITY' }, minItems: 1, maxItems: 1 } as const;

/** The part `data` of `POST /v2/version`, by Modrinth's documentation and its checks of lengths. */
export const MODRINTH_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: [
    'project_id',
    'file_parts',
    'name',
    'version_number',
    'game_versions',
    'version_type',
    'loaders',
    'featured',
    'dependencies',
  ],
  properties: {
    project_id: { type: 'string', pattern: '^[A-Za-z0-9]{8}$' },
    name: { type: 'string', minLength: 1, maxLength: 64 },
    version_number: { type: 'string', pattern: '^[a-zA-Z0-9!@$()`.+,_"-]{1,32}$' },
    version_type: { enum: ['release', 'beta', 'alpha'] },
    changelog: { type: 'string', maxLength: 65_536 },
    loaders: { type: 'array', items: { const: 'velocity' }, minItems: 1 },
    game_versions: { type: 'array', items: { type: 'string' }, minItems: 1, uniqueItems: true },
    dependencies: { type: 'array', maxItems: 0 },
    featured: { type: 'boolean' },
    file_parts: { type: 'array', items: { type: 'string' }, minItems: 1, uniqueItems: true },
    primary_file: { type: 'string' },
  },
} as const;

/** The part `versionUpload` of `POST /api/v1/projects/<slug>/upload`, by Hangar's validation. */
export const HANGAR_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['version', 'channel', 'description', 'files', 'platformDependencies', 'pluginDependencies'],
  properties: {
    version: { type: 'string', pattern: '^[a-zA-Z0-9-_.+]{1,30}$' },
    channel: { type: 'string', pattern: '^[a-zA-Z0-9]{1,15}$' },
    description: { type: 'string', pattern: String.raw`\S`, maxLength: 75_000 },
    files: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['platforms'],
        properties: { platforms },
      },
      minItems: 1,
      maxItems: 3,
    },
    platformDependencies: {
      type: 'object',
      additionalProperties: false,
      required: ['VELOCITY'],
      properties: {
        VELOCITY: {
          type: 'array',
          items: { type: 'string', pattern: String.raw`^\d+\.\d+$` },
          minItems: 1,
          uniqueItems: true,
        },
      },
    },
    pluginDependencies: {
      type: 'object',
      additionalProperties: false,
      properties: { VELOCITY: { type: 'array', maxItems: 0 } },
    },
  },
} as const;
