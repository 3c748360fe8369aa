import { BRIDGES } from '../../../shared/bridges/bridges.ts';
import { COMMAND_TIMEOUT_BOUNDS_MS } from '../../../shared/redis/command-timeout.ts';
import { KEY_PREFIX_PATTERN } from '../../../shared/redis/redis-keys.ts';
import { limitSchemas } from './method-limits.ts';

/** Without `/`, which Velocity 3.4 accepts: Velocity 3.5 does not announce such a channel. */
const NAMESPACE_PATTERN = '^[a-z0-9_.-]+$';

const BRIDGE_NAMES = BRIDGES.map(({ name }) => name);

/**
 * The settings, spelled as in `config.toml`. Every key is required: the defaults in the jar supply the keys
 * that the operator's file omits.
 */
export const configSchema = section({
  redis: section({
    // Validated by shared/redis/url/redis-url.ts.
    url: { type: 'string' },
    // Validated by shared/redis/url/nat-map.ts.
    'nat-map': { type: 'string' },
    'ca-file': { type: 'string' },
    'cert-file': { type: 'string' },
    'key-file': { type: 'string' },
    'key-prefix': { type: 'string', pattern: KEY_PREFIX_PATTERN, examples: ['fc:'] },
    'command-timeout-ms': {
      type: 'integer',
      minimum: COMMAND_TIMEOUT_BOUNDS_MS.from,
      maximum: COMMAND_TIMEOUT_BOUNDS_MS.to,
    },
  }),
  channel: section({
    namespace: { type: 'string', pattern: NAMESPACE_PATTERN, maxLength: 64, examples: ['service'] },
    'legacy-alias': { type: 'string', maxLength: 20 },
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
  audit: section({ entries: { type: 'integer', minimum: 1, maximum: 1_000_000 } }),
  scopes: section({
    servers: { type: 'boolean' },
    'exempt-permission': {
      type: 'string',
      pattern: '^[!-~]{0,128}$',
      examples: ['featurecontrol.exempt'],
    },
  }),
  servers: section({ publish: { type: 'boolean' } }),
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
    conflict: { enum: ['off', 'ours-last'] },
    'beside-vendor-plugin': { type: 'array', items: { enum: BRIDGE_NAMES } },
  }),
  log: section({ level: { enum: ['debug', 'info', 'warn', 'error'] } }),
});

/** The schemas that the build compiles to `validators.js`. */
export const schemas = { config: configSchema } as const;

/** Returns the schema of a table in which every key is required, and no other is allowed. */
function section<const Properties extends object>(properties: Properties) {
  return {
    type: 'object',
    properties,
    required: Object.keys(properties) as (string & keyof Properties)[],
    additionalProperties: false,
  } as const;
}
