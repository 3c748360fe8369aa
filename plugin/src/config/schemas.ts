import { BRIDGES } from '../../../shared/bridges/bridges.ts';
import { KEY_PREFIX_PATTERN } from '../../../shared/redis/redis-keys.ts';
import { limitSchemas } from './method-limits.ts';

/**
 * No channel of the game itself: a plugin that took `REGISTER` would keep all clients' channels from the
 * servers.
 */
const LEGACY_ALIAS_PATTERN = '^(?!(?:UN)?REGISTER$|MC\\||minecraft:)[!-~]*$';

const BRIDGE_NAMES = BRIDGES.map(({ name }) => name);

/**
 * What an operator may set, as `config.toml` spells it. Every key is there: the file that the jar carries
 * fills what the operator's leaves out.
 */
export const configSchema = section({
  redis: section({
    // What it has to be is for shared/redis/url/redis-url.ts to say.
    url: { type: 'string' },
    'ca-file': { type: 'string' },
    'key-prefix': { type: 'string', pattern: KEY_PREFIX_PATTERN, examples: ['fc:'] },
    'command-timeout-ms': { type: 'integer', minimum: 10, maximum: 10_000 },
  }),
  channel: section({
    namespace: { type: 'string', pattern: '^[a-z0-9_/-]+$', maxLength: 64, examples: ['service'] },
    'legacy-alias': { type: 'string', pattern: LEGACY_ALIAS_PATTERN, maxLength: 20, examples: ['FC|check'] },
    'configuration-budget-ms': { type: 'integer', minimum: 0, maximum: 1000 },
  }),
  limits: section(limitSchemas),
  guard: section({
    'packets-per-second': { type: 'integer', minimum: 1, maximum: 1_000_000 },
    'bytes-per-second': { type: 'integer', minimum: 32_767, maximum: 1_073_741_824 },
  }),
  queue: section({
    packets: { type: 'integer', minimum: 1, maximum: 1_000_000 },
    bytes: { type: 'integer', minimum: 32_767, maximum: 1_073_741_824 },
  }),
  blocklists: section({ 'resync-seconds': { type: 'integer', minimum: 1, maximum: 86_400 } }),
  audit: section({
    entries: { type: 'integer', minimum: 1, maximum: 1_000_000 },
    days: { type: 'integer', minimum: 1, maximum: 36_500 },
  }),
  scopes: section({
    servers: { type: 'boolean' },
    'exempt-permission': {
      type: 'string',
      pattern: '^[!-~]{0,128}$',
      examples: ['featurecontrol.exempt'],
    },
  }),
  libraries: section({
    mirror: {
      type: 'string',
      pattern: '^(https?://[^\\s/@]+(/\\S*)?)?$',
      examples: ['https://maven.example.org/maven2'],
    },
    'timeout-seconds': { type: 'integer', minimum: 1, maximum: 600 },
  }),
  bridges: section({
    enabled: { type: 'array', items: { enum: BRIDGE_NAMES } },
    coarse: { type: 'boolean' },
    conflict: { enum: ['off', 'ours-last', 'backend', 'ours-only'] },
    'beside-vendor-plugin': { type: 'array', items: { enum: BRIDGE_NAMES } },
  }),
  log: section({ level: { enum: ['debug', 'info', 'warn', 'error'] } }),
});

/** What the build compiles to `validators.js`. */
export const schemas = { config: configSchema } as const;

/** A table of which every key must be there, and no other may. */
function section<const Properties extends object>(properties: Properties) {
  return {
    type: 'object',
    properties,
    required: Object.keys(properties) as (string & keyof Properties)[],
    additionalProperties: false,
  } as const;
}
