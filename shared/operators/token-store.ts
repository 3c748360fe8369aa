import type { IssuedToken } from './stored-token.ts';

/** Where tokens are kept. Every call fails with a `RedisError` when the store is out of reach. */
export interface TokenStore {
  /** @param hash SHA-256 of a token's text, in lower-case hexadecimal digits */
  find(hash: string): Promise<IssuedToken | undefined>;
  /** All tokens, in no order. */
  list(): Promise<readonly IssuedToken[]>;
  add(token: IssuedToken): Promise<void>;
  /** @returns whether it was there */
  remove(hash: string): Promise<boolean>;
}
