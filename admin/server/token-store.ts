import type { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { IoredisCommands } from '../../node/redis/ioredis-commands.ts';
import type { RedisClient } from '../../node/redis/redis-client.ts';
import { orRedisError, runPipeline } from '../../node/redis/redis-replies.ts';
import { SCOPES } from './token.ts';
import type { IssuedToken } from './token.ts';

/**
 * Stores tokens in Redis, each as a hash with the key `token:<SHA-256 of the token>`. The token itself is
 * never stored. Redis deletes expired tokens. Each method throws a `RedisError` if Redis does not answer.
 */
export class TokenStore {
  readonly #redis: RedisClient;
  readonly #commands: IoredisCommands;
  readonly #keys: RedisKeys;

  constructor(redis: RedisClient, keys: RedisKeys) {
    this.#redis = redis;
    this.#commands = new IoredisCommands(redis);
    this.#keys = keys;
  }

  /** @param hash SHA-256 of a token's text, in lower-case hexadecimal digits */
  async find(hash: string): Promise<IssuedToken | undefined> {
    const fields = await this.#commands.hgetall(this.#keys.tokenOf(hash));
    // Undefined for a key of another type.
    return fields && parseToken(hash, fields);
  }

  /** Returns all tokens, in no particular order. */
  async list(): Promise<readonly IssuedToken[]> {
    const keys = await this.#commands.keysStartingWith([this.#keys.tokens]);
    const found = await Promise.all(keys.map(async (key) => this.find(key.slice(this.#keys.tokens.length))));
    return found.filter((token) => token !== undefined);
  }

  async add(token: IssuedToken): Promise<void> {
    const key = this.#keys.tokenOf(token.hash);
    const transaction = this.#redis.multi().hset(key, toFields(token));
    if (token.expiresAt !== undefined) transaction.pexpireat(key, token.expiresAt);
    await runPipeline(transaction);
  }

  async remove(hash: string): Promise<void> {
    await orRedisError(this.#redis.del(this.#keys.tokenOf(hash)));
  }
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
  const [name = '', scopes, createdAt = ''] = ['name', 'scopes', 'createdAt'].map((field) =>
    fields.get(field),
  );
  const expiresAt = fields.get('expiresAt');
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
