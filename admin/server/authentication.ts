import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '../../shared/clock.ts';
import type { CancelTimer, Timers } from '../../shared/timers.ts';
import { addressOf } from './failed-attempts.ts';
import type { FailedAttempts } from './failed-attempts.ts';
import { LookupQueue } from './lookup-queue.ts';
import { FORBIDDEN, TOO_MANY_ATTEMPTS, UNAUTHENTICATED } from './operator-answers.ts';
import type { OperatorAnswer } from './operator-answers.ts';
import { authorize, hashOf, parseBearer } from './token.ts';
import type { AuthorizationResult, IssuedToken, Scope } from './token.ts';
import type { TokenStore } from './token-store.ts';

export interface AuthenticationDependencies {
  readonly tokens: Pick<TokenStore, 'find'>;
  readonly attempts: FailedAttempts;
  readonly clock: Clock;
  readonly timers: Timers;
  /** Called with each connection on which a valid token was presented. */
  readonly authenticated: (connection: Socket) => void;
}

/** The result of an authentication: the valid token, or the response that refuses the request. */
export type AuthenticationResult = { readonly token: IssuedToken } | { readonly refusal: OperatorAnswer };

/** Hashes of valid tokens that are remembered. Beyond that, the least recently presented one is evicted. */
const MAX_KNOWN_TOKENS = 1000;

/**
 * Authorises requests that present a token with the required scope (G17). Each request looks up its token in
 * the store, so revocation takes effect immediately. Failed attempts are counted after the look-up, so that
 * those of an address never delay a valid token from the same address (G59). A token that was valid before is
 * looked up immediately; any other one waits in a queue, so that guesses cause little load on Redis.
 */
export class Authentication {
  readonly #dependencies: AuthenticationDependencies;
  readonly #lookups: LookupQueue;
  readonly #known = new Set<string>();

  constructor(dependencies: AuthenticationDependencies) {
    this.#dependencies = dependencies;
    this.#lookups = new LookupQueue(dependencies);
  }

  /**
   * Authenticates and authorises a request.
   * @param scope the scope that the token must have; undefined if any valid token suffices
   * @returns the presented token, or the refusal, which is delayed if the token is not valid
   * @throws {RedisError} if Redis does not answer; access is never granted without a look-up
   */
  async authenticate(request: IncomingMessage, scope: Scope | undefined): Promise<AuthenticationResult> {
    const { authorization } = request.headers;
    // A request without a token is not an attempt to guess one: it is not delayed.
    if (authorization === undefined) return { refusal: UNAUTHENTICATED };
    const [token, result] = await this.#verify(request.socket, authorization, scope);
    if (token === undefined || result === 'unauthenticated')
      return { refusal: await this.#refuseInvalid(request.socket) };
    this.#dependencies.authenticated(request.socket);
    return result === 'granted' ? { token } : { refusal: FORBIDDEN };
  }

  async #verify(
    connection: Socket,
    authorization: string,
    scope: Scope | undefined,
  ): Promise<[IssuedToken | undefined, AuthorizationResult]> {
    const { clock, tokens } = this.#dependencies;
    const text = parseBearer(authorization);
    if (text === undefined) return [undefined, 'unauthenticated'];
    const hash = hashOf(text);
    const isOpen =
      this.#known.has(hash) || (await waitWhileOpen(connection, (done) => this.#lookups.enter(done)));
    const token = isOpen ? await tokens.find(hash) : undefined;
    const result = authorize(token, scope, clock.epochMs());
    this.#remember(hash, result !== 'unauthenticated');
    return [token, result];
  }

  #remember(hash: string, isValid: boolean): void {
    this.#known.delete(hash);
    if (!isValid) return;
    this.#known.add(hash);
    const [oldest] = this.#known;
    if (this.#known.size > MAX_KNOWN_TOKENS && oldest !== undefined) this.#known.delete(oldest);
  }

  /** Delays the refusal, or refuses immediately if too many refusals of the address are waiting already. */
  async #refuseInvalid(connection: Socket): Promise<OperatorAnswer> {
    const { attempts, timers } = this.#dependencies;
    const attempt = attempts.add(addressOf(connection.remoteAddress));
    if (attempt === undefined) return TOO_MANY_ATTEMPTS;
    await waitWhileOpen(connection, (done) => timers.after(attempt.delayMs, done));
    attempt.done();
    return UNAUTHENTICATED;
  }
}

/**
 * Waits until a started operation is done. If the client disconnects first, the operation is cancelled.
 * @param start starts the operation, which calls `done` at its end, and returns a function that cancels it
 * @returns whether the connection is still open
 */
async function waitWhileOpen(connection: Socket, start: (done: () => void) => CancelTimer): Promise<boolean> {
  if (connection.destroyed) return false;
  return await new Promise((resolve) => {
    const onClose = (): void => {
      cancel();
      resolve(false);
    };
    connection.once('close', onClose);
    const cancel = start(() => {
      connection.off('close', onClose);
      resolve(true);
    });
  });
}
