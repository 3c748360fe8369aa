import { bracesProblem, KEY_PREFIX_PATTERN } from '../shared/redis/redis-keys.ts';
import { readRedisEndpoint } from './redis/connecting/redis-endpoint.ts';
import type { RedisEndpoint } from './redis/connecting/redis-endpoint.ts';
import { InvalidSetting } from './variables.ts';
import type { Variables } from './variables.ts';

/** Where the data is: the settings that every Node program reads the same way. */
export interface RedisSettings {
  readonly redis: RedisEndpoint;
  readonly keyPrefix: string;
}

const KEY_PREFIX = new RegExp(KEY_PREFIX_PATTERN);

/** Reads the variables of {@link readRedisEndpoint}, and `KEY_PREFIX`. @throws {InvalidSetting} */
export function readRedisSettings(variables: Variables): RedisSettings {
  const redis = readRedisEndpoint(variables);
  const problem = bracesProblem(variables.read('KEY_PREFIX', ''));
  if (problem !== undefined) throw new InvalidSetting(`KEY_PREFIX ${problem}`);
  const keyPrefix = variables.text('KEY_PREFIX', 'fc:', KEY_PREFIX, '1 to 64 visible ASCII characters');
  return { redis, keyPrefix };
}
