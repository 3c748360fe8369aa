import { createHash, randomBytes } from 'node:crypto';
import { TOKEN_BYTES, tokenText } from '../../../shared/operators/token-text.ts';

/** @returns the text of a token that nobody has had before */
export function newTokenText(): string {
  return tokenText(randomBytes(TOKEN_BYTES).toString('base64url'));
}

/**
 * What a token is stored and found under. No texts are compared: the hash is looked up, so how long an answer takes says nothing about how much of a
 * guess was right.
 */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
