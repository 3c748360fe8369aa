import type { IncomingMessage } from 'node:http';
import { HTTP_ERRORS } from '../../../node/http/errors.ts';
import type { HttpError } from '../../../node/http/errors.ts';
import type { Clock } from '../../../shared/clock.ts';
import type { Mirror } from '../../../shared/redis/mirror/mirror.ts';
import type { Mirrored } from '../../../shared/redis/mirror/mirrored.ts';
import type { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import { delay } from '../../../shared/timers.ts';
import type { Timers } from '../../../shared/timers.ts';
import { FORBIDDEN, REDIS_UNREACHABLE, UNAUTHENTICATED } from '../http/refusals.ts';
import type { LinkSession } from './link-session.ts';
import { hashOf, parseBearer } from './token.ts';
import type { IssuedToken, Scope } from './token.ts';

interface AuthenticationDependencies {
  readonly tokens: Mirrored<IssuedToken>;
  readonly mirror: Pick<Mirror, 'failure'>;
  readonly session: LinkSession;
  readonly keys: RedisKeys;
  readonly clock: Clock;
  readonly timers: Timers;
}

/** Within this time, in milliseconds, memory knows a token that was just issued, also on a busy machine. */
const SETTLE_MS = 250;

/** The header with which the console identifies itself, for the history. */
export const SOURCE_HEADER = 'feature-control-source';

/**
 * Authenticates requests by the token in their header (G17), which was issued, or is that of the
 * {@link LinkSession}. Both are looked up in memory, so guesses cost Redis nothing. There are no cookies:
 * browsers send them to every port of a host, where another program could use them.
 */
export class Authentication {
  readonly #dependencies: AuthenticationDependencies;
  #failures = 0;

  constructor(dependencies: AuthenticationDependencies) {
    this.#dependencies = dependencies;
  }

  /** Requests since the start whose token was not valid. */
  get failures(): number {
    return this.#failures;
  }

  /** @param scope that the token must have; `any` if every valid token suffices */
  async authenticate(request: IncomingMessage, scope: Scope | 'any'): Promise<IssuedToken | HttpError> {
    const { authorization } = request.headers;
    if (authorization === undefined) return UNAUTHENTICATED;
    const { clock, mirror, session, tokens } = this.#dependencies;
    const text = parseBearer(authorization);
    const hash = text === undefined ? undefined : hashOf(text);
    // The token of the printed link is not in Redis.
    const opened = hash === undefined ? undefined : session.find(hash);
    if (opened === undefined && !tokens.isLoaded) return HTTP_ERRORS.notLoaded;
    const token = opened ?? (hash === undefined ? undefined : await this.#findToken(hash));
    // The token may have been issued since the connection was lost.
    if (token === undefined && mirror.failure !== undefined) return REDIS_UNREACHABLE;
    if (token === undefined || (token.expiresAt ?? Infinity) <= clock.epochMs()) {
      this.#failures += 1;
      return UNAUTHENTICATED;
    }
    return scope === 'any' || token.scopes.includes(scope) ? token : FORBIDDEN;
  }

  async #findToken(hash: string): Promise<IssuedToken | undefined> {
    const { keys, timers, tokens } = this.#dependencies;
    const key = keys.tokenOf(hash);
    if (tokens.get(key) === undefined) await delay(SETTLE_MS, timers);
    return tokens.get(key);
  }
}
