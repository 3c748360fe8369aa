import type { IoredisCommands } from '../../../node/redis/commands/ioredis-commands.ts';
import type { Clock } from '../../../shared/clock.ts';
import { ABSENT } from '../../../shared/redis/mirror/collection.ts';
import type { Collection } from '../../../shared/redis/mirror/collection.ts';
import type { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import { SCOPES } from './token.ts';
import type { IssuedToken } from './token.ts';

interface TokenCollectionDependencies {
  readonly commands: IoredisCommands;
  readonly keys: RedisKeys;
  readonly clock: Clock;
}

/**
 * Tokens as a {@link Collection}: authentication looks them up in memory, so a made-up token costs no command
 * of Redis. A key of another type is no token, unlike those of other collections, whose last known value is
 * kept.
 */
export function tokenCollection({
  commands,
  keys,
  clock,
}: TokenCollectionDependencies): Collection<IssuedToken> {
  return {
    name: 'tokens',
    prefixes: [keys.tokens],
    read: async (key) => {
      const fields = await commands.hgetall(key);
      if (fields?.size === 0) return ABSENT;
      const token = fields && parseToken(key.slice(keys.tokens.length), fields);
      if (token === undefined) return { state: 'rejected', reason: 'It is not a token.' };
      const { expiresAt } = token;
      const remainingMs = expiresAt === undefined ? undefined : expiresAt - clock.epochMs();
      return (remainingMs ?? Infinity) > 0 ? { state: 'present', value: token, remainingMs } : ABSENT;
    },
    isSame: (one, other) => JSON.stringify(one) === JSON.stringify(other),
  };
}

/** Returns the fields of the hash. Times are decimal numbers, scopes are separated by spaces. */
export function toFields({ name, scopes, createdAt, expiresAt }: IssuedToken): Record<string, string> {
  const always = { name, scopes: scopes.join(' '), createdAt: String(createdAt) };
  return expiresAt === undefined ? always : { ...always, expiresAt: String(expiresAt) };
}

const NAME = /^[\s\S]{1,64}$/u;
const EPOCH_MS = /^[0-9]{1,15}$/;

/**
 * Parses the fields of the hash. Scopes that this version does not know are ignored.
 * @returns undefined if the fields are invalid
 */
export function parseToken(hash: string, fields: ReadonlyMap<string, string>): IssuedToken | undefined {
  const {
    name = '',
    scopes,
    createdAt = '',
    expiresAt,
  } = Object.fromEntries(fields) as Partial<Record<string, string>>;
  const isToken = NAME.test(name) && scopes !== undefined && EPOCH_MS.test(createdAt);
  if (!isToken || (expiresAt !== undefined && !EPOCH_MS.test(expiresAt))) return undefined;
  const stored = scopes.split(' ');
  return {
    hash,
    name,
    scopes: SCOPES.filter((scope) => stored.includes(scope)),
    createdAt: Number(createdAt),
    expiresAt: expiresAt === undefined ? undefined : Number(expiresAt),
  };
}
