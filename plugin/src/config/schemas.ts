import { BRIDGES } from '../../../shared/bridges/bridges.ts';
import { COMMAND_TIMEOUT_BOUNDS_MS } from '../../../shared/redis/command-timeout.ts';
import { KEY_PREFIX_PATTERN } from '../../../shared/redis/redis-keys.ts';
import { limitProperties } from './method-limits.ts';

/** Without `/`, which Velocity 3.4 accepts: Velocity 3.5 does not announce such a channel. */
const NAMESPACE_PATTERN = '^[a-z0-9_.-]+$';

const BRIDGE_NAMES = BRIDGES.map(({ name }) => name);

/** The settings by dotted key. The defaults in the jar supply the keys that the operator's file omits. */
export const configSchema = objectOf({
  // Validated by shared/redis/url/redis-url.ts.
  'redis.url': { type: 'string' },
  // Validated by shared/redis/url/nat-map.ts.
  'redis.nat-map': { type: 'string' },
  'redis.ca-file': { type: 'string' },
  'redis.cert-file': { type: 'string' },
  'redis.key-file': { type: 'string' },
  'redis.key-prefix': { type: 'string', pattern: KEY_PREFIX_PATTERN, examples: ['fc:'] },
  'redis.command-timeout-ms': {
    type: 'integer',
    minimum: COMMAND_TIMEOUT_BOUNDS_MS.from,
    maximum: COMMAND_TIMEOUT_BOUNDS_MS.to,
  },
  'channel.namespace': { type: 'string', pattern: NAMESPACE_PATTERN, maxLength: 64, examples: ['service'] },
  'channel.legacy-alias': { type: 'string', maxLength: 20 },
  'channel.configuration-budget-ms': { type: 'integer', minimum: 0, maximum: 1000 },
  ...limitProperties,
  'guard.packets-per-second': { type: 'integer', minimum: 1, maximum: 1_000_000 },
  'guard.bytes-per-second': { type: 'integer', minimum: 32_767, maximum: 1_073_741_824 },
  'queue.packets': { type: 'integer', minimum: 1, maximum: 1_000_000 },
  'queue.bytes': { type: 'integer', minimum: 32_767, maximum: 1_073_741_824 },
  'blocklists.resync-seconds': { type: 'integer', minimum: 1, maximum: 86_400 },
  'audit.entries': { type: 'integer', minimum: 1, maximum: 1_000_000 },
  'scopes.servers': { type: 'boolean' },
  'scopes.exempt-permission': {
    type: 'string',
    pattern: '^[!-~]{0,128}$',
    examples: ['featurecontrol.exempt'],
  },
  'servers.publish': { type: 'boolean' },
  'libraries.mirror': {
    type: 'string',
    pattern: '^(https?://[^\\s/@]+(/\\S*)?)?$',
    examples: ['https://maven.example.org/maven2'],
  },
  'libraries.timeout-seconds': { type: 'integer', minimum: 1, maximum: 600 },
  'bridges.enabled': { type: 'array', items: { enum: BRIDGE_NAMES } },
  'bridges.coarse': { type: 'boolean' },
  'bridges.conflict': { enum: ['off', 'ours-last'] },
  'bridges.beside-vendor-plugin': { type: 'array', items: { enum: BRIDGE_NAMES } },
  'log.level': { enum: ['debug', 'info', 'warn', 'error'] },
});

/** The schemas that the build compiles to `validators.js`. */
export const schemas = { config: configSchema } as const;

/** Returns the schema of an object in which every key is required, and no other is allowed. */
function objectOf<const Properties extends object>(properties: Properties) {
  return {
    type: 'object',
    properties,
    required: Object.keys(properties) as (string & keyof Properties)[],
    additionalProperties: false,
  } as const;
}
