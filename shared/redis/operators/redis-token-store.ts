import { parseStoredToken, toStoredToken } from '../../operators/stored-token.ts';
import type { IssuedToken } from '../../operators/stored-token.ts';
import type { TokenStore } from '../../operators/token-store.ts';
import { validators } from '../../operators/validators.js';
import { isWrongType } from '../redis-error.ts';
import type { RedisKeys } from '../redis-keys.ts';
import type { TokenCommands } from './token-commands.ts';

/** Tokens in Redis, each found by its hash. One that expires is removed by Redis itself. */
export class RedisTokenStore implements TokenStore {
  readonly #commands: TokenCommands;
  readonly #keys: RedisKeys;

  constructor(commands: TokenCommands, keys: RedisKeys) {
    this.#commands = commands;
    this.#keys = keys;
  }

  async find(hash: string): Promise<IssuedToken | undefined> {
    try {
      const fields = await this.#commands.hgetall(this.#keys.tokenOf(hash));
      return parseStoredToken(hash, fields, validators.storedToken);
    } catch (cause) {
      // A key that holds no hash holds no token.
      if (isWrongType(cause)) return undefined;
      throw cause;
    }
  }

  async list(): Promise<readonly IssuedToken[]> {
    const keys = await this.#commands.keysStartingWith(this.#keys.tokens);
    const found = await Promise.all(keys.map(async (key) => this.find(key.slice(this.#keys.tokens.length))));
    return found.filter((token) => token !== undefined);
  }

  async add(token: IssuedToken): Promise<void> {
    const fields = new Map(
      Object.entries(toStoredToken(token)).map(([name, value]) => [name, String(value)]),
    );
    await this.#commands.hset(this.#keys.tokenOf(token.hash), fields, token.expiresAt);
  }

  async remove(hash: string): Promise<boolean> {
    return await this.#commands.del(this.#keys.tokenOf(hash));
  }
}
