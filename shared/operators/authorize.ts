import type { Scope } from './scope.ts';
import type { IssuedToken } from './stored-token.ts';

/** `unauthenticated`: who asks is not known. `forbidden`: known, but the token is not good for this. */
export type Verdict = 'granted' | 'unauthenticated' | 'forbidden';

/**
 * Whether a token is good for something now.
 * @param token what was found by the hash of what was presented; undefined where nothing was
 * @param nowMs milliseconds since the Unix epoch
 */
export function authorize(token: IssuedToken | undefined, scope: Scope, nowMs: number): Verdict {
  if (token === undefined) return 'unauthenticated';
  if (token.expiresAt !== undefined && token.expiresAt <= nowMs) return 'unauthenticated';
  return token.scopes.includes(scope) ? 'granted' : 'forbidden';
}
