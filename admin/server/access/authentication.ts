import type { IncomingMessage } from 'node:http';
import type { Clock } from '../../../shared/clock.ts';
import type { Mirrored } from '../../../shared/redis/mirror/mirrored.ts';
import type { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import type { Timers } from '../../../shared/timers.ts';
import { CROSS_SITE, FORBIDDEN, NOT_LOADED, STORE_UNREACHABLE, UNAUTHENTICATED } from '../http/refusals.ts';
import type { Refusal } from '../http/reply.ts';
import { cookieName, readCookie } from './link-session.ts';
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

/** The header with which the console identifies itself. Other pages cannot send it. */
export const SOURCE_HEADER = 'feature-control-source';

/**
 * Authenticates requests: by the token in their header (G17), or by the cookie of the {@link LinkSession}.
 * Both are looked up in memory, so guesses cost Redis nothing.
 */
export class Authentication {
  readonly #dependencies: AuthenticationDependencies;
  #failures = 0;

  constructor(dependencies: AuthenticationDependencies) {
    this.#dependencies = dependencies;
  }

  /** Requests since the start whose token or cookie was not valid. */
  get failures(): number {
    return this.#failures;
  }

  /** @param scope that the token must have; `any` if every valid token suffices */
  async authenticate(request: IncomingMessage, scope: Scope | 'any'): Promise<IssuedToken | Refusal> {
    const { authorization, cookie } = request.headers;
    const secret = readCookie(cookie, cookieName(request.socket.localPort));
    if (authorization === undefined && secret === undefined) return UNAUTHENTICATED;
    if (authorization !== undefined && !this.#dependencies.tokens.isLoaded) return NOT_LOADED;
    const { clock, session } = this.#dependencies;
    const token =
      authorization === undefined ? session.find(secret ?? '') : await this.#findToken(authorization);
    // The token may have been issued since the connection was lost.
    if (token === undefined && authorization !== undefined && !this.#dependencies.isConnected())
      return STORE_UNREACHABLE;
    if (token === undefined || (token.expiresAt ?? Infinity) <= clock.epochMs()) {
      this.#failures += 1;
      return UNAUTHENTICATED;
    }
    if (authorization === undefined && !isFromConsole(request)) return CROSS_SITE;
    return scope === 'any' || token.scopes.includes(scope) ? token : FORBIDDEN;
  }

  async #findToken(authorization: string): Promise<IssuedToken | undefined> {
    const { keys, timers, tokens } = this.#dependencies;
    const text = parseBearer(authorization);
    if (text === undefined) return undefined;
    const key = keys.tokenOf(hashOf(text));
    for (let waitedMs = 0; tokens.get(key) === undefined && waitedMs < SETTLE_MS; waitedMs += CHECK_MS)
      await new Promise<void>((resolve) => timers.after(CHECK_MS, resolve));
    return tokens.get(key);
  }
}

/**
 * Whether a request with a cookie comes from the console. `SameSite` does not suffice: pages of other ports
 * of this host belong to the same site. They can neither send the source header without a permission that is
 * never given, nor change `Sec-Fetch-Site`, which some browsers omit.
 */
function isFromConsole({ headers, method = 'GET' }: IncomingMessage): boolean {
  const isRead = ['GET', 'HEAD'].includes(method);
  const site = headers['sec-fetch-site'];
  const isSameOrigin = site === undefined || site === 'same-origin' || (isRead && site === 'none');
  return isSameOrigin && (isRead || headers[SOURCE_HEADER] === 'console');
}
