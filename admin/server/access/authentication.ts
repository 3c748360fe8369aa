import type { IncomingMessage } from 'node:http';
import { HTTP_ERRORS } from '../../../node/http/errors.ts';
import type { HttpError } from '../../../node/http/errors.ts';
import type { Clock } from '../../../shared/clock.ts';
import type { Mirrored } from '../../../shared/redis/mirror/mirrored.ts';
import type { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import type { Timers } from '../../../shared/timers.ts';
import { FORBIDDEN, REDIS_UNREACHABLE, UNAUTHENTICATED } from '../http/refusals.ts';
import type { LinkSession } from './link-session.ts';
import { hashOf, parseBearer } from './token.ts';
import type { IssuedToken, Scope } from './token.ts';

export interface AuthenticationDependencies {
  readonly tokens: Mirrored<IssuedToken>;
  /** Whether changes of tokens are reported. */
  readonly isConnected: () => boolean;
  readonly session: LinkSession;
  readonly keys: RedisKeys;
  readonly clock: Clock;
  readonly timers: Timers;
}

/** Within this time, in milliseconds, memory knows a token that was just issued, also on a busy machine. */
const SETTLE_MS = 250;
/** Interval at which memory is checked meanwhile, in milliseconds. */
const CHECK_MS = 50;

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
    const { clock, isConnected, session, tokens } = this.#dependencies;
    const text = parseBearer(authorization);
    const hash = text === undefined ? undefined : hashOf(text);
    // The token of the printed link is not in Redis.
    const opened = hash === undefined ? undefined : session.find(hash);
    if (opened === undefined && !tokens.isLoaded) return HTTP_ERRORS.notLoaded;
    const token = opened ?? (hash === undefined ? undefined : await this.#findToken(hash));
    // The token may have been issued since the connection was lost.
    if (token === undefined && !isConnected()) return REDIS_UNREACHABLE;
    if (token === undefined || (token.expiresAt ?? Infinity) <= clock.epochMs()) {
      this.#failures += 1;
      return UNAUTHENTICATED;
    }
    return scope === 'any' || token.scopes.includes(scope) ? token : FORBIDDEN;
  }

  async #findToken(hash: string): Promise<IssuedToken | undefined> {
    const { keys, timers, tokens } = this.#dependencies;
    const key = keys.tokenOf(hash);
    for (let waitedMs = 0; tokens.get(key) === undefined && waitedMs < SETTLE_MS; waitedMs += CHECK_MS)
      await new Promise<void>((resolve) => timers.after(CHECK_MS, resolve));
    return tokens.get(key);
  }
}
