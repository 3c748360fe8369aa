import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '../../../shared/clock.ts';
import type { CancelTimer, Timers } from '../../../shared/timers.ts';
import { addressOf } from './failed-attempts.ts';
import type { FailedAttempts } from './failed-attempts.ts';
import { LookupQueue } from './lookup-queue.ts';
import { FORBIDDEN, TOO_MANY_ATTEMPTS, UNAUTHENTICATED } from './operator-answers.ts';
import type { OperatorAnswer } from './operator-answers.ts';
import { authorize, hashOf, parseBearer } from './token.ts';
import type { IssuedToken, Scope, Verdict } from './token.ts';
import type { TokenStore } from './token-store.ts';

export interface AuthenticationDependencies {
  readonly tokens: Pick<TokenStore, 'find'>;
  readonly attempts: FailedAttempts;
  readonly clock: Clock;
  readonly timers: Timers;
  /** Is called with each connection on which a valid token was presented. */
  readonly authenticated: (connection: Socket) => void;
}

/** Who asks, or the answer to those that may not. */
export type Admission = { readonly token: IssuedToken } | { readonly refusal: OperatorAnswer };

/**
 * Hashes of valid tokens that are remembered. Past it, the one that was not presented for longest is
 * forgotten.
 */
const KNOWN_TOKENS = 1000;

/**
 * Grants requests that present a token with the right scope (G17). The store is asked each time, so a revoked
 * token is worth nothing from then on. A valid token is answered whatever fails on its address (G59):
 * failures are counted after the look-up. A token that was valid before is looked up at once, any other when
 * it is its turn, so that guesses cost Redis little.
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
   * @param scope what the token has to be good for; undefined where any valid token will do
   * @returns the token that was presented, or the refusal, after a delay where the token is not valid
   * @throws {RedisError} when Redis does not answer: nothing is granted unseen
   */
  async admit(request: IncomingMessage, scope: Scope | undefined): Promise<Admission> {
    const { authorization } = request.headers;
    // A request without a token guesses nothing.
    if (authorization === undefined) return { refusal: UNAUTHENTICATED };
    const [token, verdict] = await this.#judge(request.socket, authorization, scope);
    if (token === undefined || verdict === 'unauthenticated')
      return { refusal: await this.#refuseGuess(request.socket) };
    this.#dependencies.authenticated(request.socket);
    return verdict === 'granted' ? { token } : { refusal: FORBIDDEN };
  }

  async #judge(
    connection: Socket,
    authorization: string,
    scope: Scope | undefined,
  ): Promise<[IssuedToken | undefined, Verdict]> {
    const { clock, tokens } = this.#dependencies;
    const text = parseBearer(authorization);
    if (text === undefined) return [undefined, 'unauthenticated'];
    const hash = hashOf(text);
    const isOpen =
      this.#known.has(hash) || (await waitWhileOpen(connection, (done) => this.#lookups.enter(done)));
    const token = isOpen ? await tokens.find(hash) : undefined;
    const verdict = authorize(token, scope, clock.epochMs());
    this.#remember(hash, verdict !== 'unauthenticated');
    return [token, verdict];
  }

  #remember(hash: string, isValid: boolean): void {
    this.#known.delete(hash);
    if (!isValid) return;
    this.#known.add(hash);
    const [first] = this.#known;
    if (this.#known.size > KNOWN_TOKENS && first !== undefined) this.#known.delete(first);
  }

  /** @returns after a delay, or at once where too many refusals of the address are delayed already */
  async #refuseGuess(connection: Socket): Promise<OperatorAnswer> {
    const { attempts, timers } = this.#dependencies;
    const attempt = attempts.add(addressOf(connection.remoteAddress));
    if (attempt === undefined) return TOO_MANY_ATTEMPTS;
    await waitWhileOpen(connection, (done) => timers.after(attempt.delayMs, done));
    attempt.done();
    return UNAUTHENTICATED;
  }
}

/**
 * Waits for what `start` begins and calls `done` for, or until the client has hung up: then that is
 * cancelled.
 * @param start returns what cancels it
 * @returns whether the connection is still open
 */
async function waitWhileOpen(connection: Socket, start: (done: () => void) => CancelTimer): Promise<boolean> {
  if (connection.destroyed) return false;
  return await new Promise((resolve) => {
    const hungUp = (): void => {
      cancel();
      resolve(false);
    };
    connection.once('close', hungUp);
    const cancel = start(() => {
      connection.off('close', hungUp);
      resolve(true);
    });
  });
}
