import type { IncomingMessage } from 'node:http';
import type { Clock } from '../../../shared/clock.ts';
import { authorize } from '../../../shared/operators/authorize.ts';
import type { Scope } from '../../../shared/operators/scope.ts';
import { parseBearer } from '../../../shared/operators/token-text.ts';
import type { TokenStore } from '../../../shared/operators/token-store.ts';
import type { Timers } from '../../../shared/timers.ts';
import { addressOf } from './failed-attempts.ts';
import type { FailedAttempts } from './failed-attempts.ts';
import { FORBIDDEN, TOO_MANY_ATTEMPTS, UNAUTHENTICATED } from './operator-errors.ts';
import type { OperatorError } from './operator-errors.ts';
import { hashOf } from './token-secrets.ts';

export interface DoorkeeperDependencies {
  readonly tokens: Pick<TokenStore, 'find'>;
  readonly attempts: FailedAttempts;
  readonly clock: Clock;
  readonly timers: Timers;
}

/** Lets in who presents a token with the right scope (G17). The store is asked each time, so a revoked token is worth nothing from then on. */
export class Doorkeeper {
  readonly #dependencies: DoorkeeperDependencies;

  constructor(dependencies: DoorkeeperDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * @returns why not, after a while where a token was tried in vain; undefined for who may come in
   * @throws {RedisError} when the store is out of reach: nobody is let in unseen
   */
  async refusal(request: IncomingMessage, scope: Scope): Promise<OperatorError | undefined> {
    const { attempts } = this.#dependencies;
    const { authorization } = request.headers;
    // Who presents nothing guesses nothing.
    if (authorization === undefined) return UNAUTHENTICATED;
    const address = addressOf(request.socket.remoteAddress);
    if (attempts.isTooMany(address)) return TOO_MANY_ATTEMPTS;
    const verdict = await this.#judge(authorization, scope);
    if (verdict === 'granted') return undefined;
    if (verdict === 'forbidden') return FORBIDDEN;
    // Those that came together were all looked at before the first of them had failed.
    if (attempts.isTooMany(address)) return TOO_MANY_ATTEMPTS;
    await this.#slowDown(address);
    return UNAUTHENTICATED;
  }

  async #judge(authorization: string, scope: Scope): Promise<ReturnType<typeof authorize>> {
    const { clock, tokens } = this.#dependencies;
    const text = parseBearer(authorization);
    const token = text === undefined ? undefined : await tokens.find(hashOf(text));
    return authorize(token, scope, clock.epochMs());
  }

  async #slowDown(address: string): Promise<void> {
    const { attempts, timers } = this.#dependencies;
    const { delayMs, done } = attempts.add(address);
    await new Promise<void>((resolve) => {
      timers.after(delayMs, resolve);
    });
    done();
  }
}
