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
import type { Scope, Verdict } from './token.ts';
import type { TokenStore } from './token-store.ts';

export interface AuthenticationDependencies {
  readonly tokens: Pick<TokenStore, 'find'>;
  readonly attempts: FailedAttempts;
  readonly clock: Clock;
  readonly timers: Timers;
  /** Is called with each connection on which a valid token was presented. */
  readonly authenticated: (connection: Socket) => void;
}

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
   * @returns why not, after a delay where the token is not valid; undefined where the request is granted
   * @throws {RedisError} when Redis does not answer: nothing is granted unseen
   */
  async refusal(request: IncomingMessage, scope: Scope): Promise<OperatorAnswer | undefined> {
    const { authorization } = request.headers;
    // A request without a token guesses nothing.
    if (authorization === undefined) return UNAUTHENTICATED;
    const verdict = await this.#judge(request.socket, authorization, scope);
    if (verdict === 'unauthenticated') return await this.#refuseGuess(request.socket);
    this.#dependencies.authenticated(request.socket);
    return verdict === 'granted' ? undefined : FORBIDDEN;
  }

  async #judge(connection: Socket, authorization: string, scope: Scope): Promise<Verdict> {
    const { clock, tokens } = this.#dependencies;
    const text = parseBearer(authorization);
    if (text === undefined) return 'unauthenticated';
    const hash = hashOf(text);
    const isOpen =
      this.#known.has(hash) || (await waitWhileOpen(connection, (done) => this.#lookups.enter(done)));
    const verdict = authorize(isOpen ? await tokens.find(hash) : undefined, scope, clock.epochMs());
    this.#remember(hash, verdict !== 'unauthenticated');
    return verdict;
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
