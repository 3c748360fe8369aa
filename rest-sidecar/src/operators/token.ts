import { createHash, randomBytes } from 'node:crypto';

/** What a token may be good for. A closed list: nothing is granted that is not named here. */
export const SCOPES = ['blocklists:read', 'blocklists:write', 'rate-limits:read', 'metrics:read'] as const;

export type Scope = (typeof SCOPES)[number];

/** What is known of a token, without the token. */
export interface IssuedToken {
  /** SHA-256 of the token's text, in lower-case hexadecimal digits. */
  readonly hash: string;
  /** Who it was issued to, 1 to 64 characters. */
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Milliseconds since the Unix epoch, as are all times here. */
  readonly createdAt: number;
  /** From then on it is not valid. Undefined for never. */
  readonly expiresAt: number | undefined;
}

/** Random bytes in a token: 256 bits, so guessing is out of the question. */
const TOKEN_BYTES = 32;

/**
 * The beginning shows people and secret scanners what it is; 32 bytes are 43 characters of Base64 for URLs.
 */
const TOKEN = /^fct_[A-Za-z0-9_-]{43}$/;

/** @returns the text of a token that nobody has had before, as its owner sees it */
export function newTokenText(): string {
  return `fct_${randomBytes(TOKEN_BYTES).toString('base64url')}`;
}

/** Whether a text could be a token at all. What could not is not looked up. */
export function isTokenText(text: string): boolean {
  return TOKEN.test(text);
}

/**
 * What a token is stored and found under. No texts are compared: the hash is looked up, so how long an answer
 * takes says nothing about how much of a guess was right.
 */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/**
 * The token of an `Authorization: Bearer …` header (G17).
 * @returns undefined where it holds no text that could be a token
 */
export function parseBearer(authorization: string): string | undefined {
  const [scheme = '', text = '', ...rest] = authorization.trim().split(/ +/);
  const isBearer = scheme.toLowerCase() === 'bearer' && rest.length === 0;
  return isBearer && isTokenText(text) ? text : undefined;
}

/** `unauthenticated`: the client is not known. `forbidden`: known, but the token is not good for this. */
export type Verdict = 'granted' | 'unauthenticated' | 'forbidden';

/**
 * Whether a token is good for something now.
 * @param token what was found by the hash of what was presented; undefined where nothing was
 * @param scope undefined where any valid token will do
 * @param nowMs milliseconds since the Unix epoch
 */
export function authorize(token: IssuedToken | undefined, scope: Scope | undefined, nowMs: number): Verdict {
  if (token === undefined) return 'unauthenticated';
  if (token.expiresAt !== undefined && token.expiresAt <= nowMs) return 'unauthenticated';
  return scope === undefined || token.scopes.includes(scope) ? 'granted' : 'forbidden';
}
