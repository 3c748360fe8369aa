import { createHash, randomBytes } from 'node:crypto';

/** The scopes of tokens. A closed list: no other scope is ever granted. */
export const SCOPES = ['blocklists:read', 'blocklists:write', 'rate-limits:read', 'metrics:read'] as const;

export type Scope = (typeof SCOPES)[number];

/** The stored properties of a token, without the token itself. */
export interface IssuedToken {
  /** SHA-256 of the token's text, in lower-case hexadecimal digits. */
  readonly hash: string;
  /** The name of its owner, 1 to 64 characters. */
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Milliseconds since the Unix epoch. */
  readonly createdAt: number;
  /** Milliseconds since the Unix epoch; invalid from then on. Undefined if the token does not expire. */
  readonly expiresAt: number | undefined;
}

/** Random bytes of a token: 256 bits cannot be guessed. */
const TOKEN_BYTES = 32;

/** Creates the text of a new random token. */
export function newTokenText(): string {
  return `fct_${randomBytes(TOKEN_BYTES).toString('base64url')}`;
}

/**
 * Returns the SHA-256 under which a token is stored and looked up. Because the hash is looked up and tokens
 * are never compared, the response time does not reveal how much of a guess was right.
 */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** `fct_` identifies a token to people and secret scanners; 32 bytes are 43 characters of Base64url. */
const BEARER = /^bearer +(fct_[\w-]{43})\s*$/i;

/**
 * Parses the token of an `Authorization: Bearer …` header (G17).
 * @returns undefined if it does not contain a text with the format of a token, which is not looked up
 */
export function parseBearer(authorization: string): string | undefined {
  return BEARER.exec(authorization)?.[1];
}
