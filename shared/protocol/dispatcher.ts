import { describeViolation } from '../describe-violation.ts';
import type { Logger } from '../logger.ts';
import type { Permit } from '../rate-limit/rate-limit.ts';
import type { RateLimiter } from '../rate-limit/rate-limiter.ts';
import type { Timers } from '../timers.ts';
import { encodeError, encodeSuccess, INTERNAL_ERROR } from './envelope.ts';
import type { Failure, Request } from './envelope.ts';
import type { ErrorCode } from './error-code.ts';
import { UNAVAILABLE } from './method.ts';
import type { Method, MethodResult } from './method.ts';
import type { Packet } from './packet.ts';
import { parseRequest } from './parse-request.ts';

export interface DispatcherDependencies {
  readonly methods: readonly Method[];
  readonly rateLimiter: RateLimiter;
  readonly timers: Timers;
  readonly logger: Logger;
  /** Told of every answer, for counting. */
  readonly answered?: (outcome: 'OK' | ErrorCode) => void;
  /** How long a request may take before it is answered with `INTERNAL_ERROR`, in milliseconds; 1500 by default. */
  readonly deadlineMs?: number;
}

const PAYLOAD = { whole: 'payload', prefix: 'payload.' };

const DEFAULT_DEADLINE_MS = 1500;

/**
 * Turns each packet into exactly one answer: packet → envelope → method → payload → permit → handler → answer (G11). Owns the only catch-all of the
 * protocol, which never blames the client.
 */
export class Dispatcher {
  readonly #methods: ReadonlyMap<string, Method>;
  readonly #dependencies: DispatcherDependencies;
  readonly #deadlineMs: number;

  constructor(dependencies: DispatcherDependencies) {
    this.#methods = new Map(dependencies.methods.map((method) => [method.name, method]));
    this.#dependencies = dependencies;
    this.#deadlineMs = dependencies.deadlineMs ?? DEFAULT_DEADLINE_MS;
  }

  /**
   * @param player UUID of the player who sent the packet, in lower case with hyphens
   * @returns the text of the answer; at once where nobody else has to be asked. Never throws, never rejects.
   */
  dispatch(packet: Packet, player: string): string | Promise<string> {
    let id = '';
    try {
      const parsed = parseRequest(packet);
      if (!parsed.ok) return this.#fail(parsed.id, parsed.failure);
      ({ id } = parsed.request);
      return this.#call(parsed.request, player);
    } catch (cause) {
      return this.#failUnexpectedly(id, cause);
    }
  }

  #call({ id, method: name, payload }: Request, player: string): string | Promise<string> {
    const method = this.#methods.get(name);
    if (method === undefined)
      return this.#fail(id, { error: 'NOT_FOUND', message: 'There is no such method.' });
    const sent = payload ?? {};
    if (!method.validatePayload(sent)) {
      const message = describeViolation(method.validatePayload.errors?.[0], PAYLOAD);
      return this.#fail(id, { error: 'BAD_REQUEST', message });
    }
    const permit = this.#dependencies.rateLimiter.take({ method: name, player }, method.limit);
    const outcome =
      permit instanceof Promise
        ? permit.then((known) => callWithPermit(method, sent, known))
        : callWithPermit(method, sent, permit);
    return outcome instanceof Promise ? this.#withinDeadline(id, outcome) : this.#answer(id, outcome);
  }

  /** A permit or a handler that never comes back must not leave the mod without an answer. */
  #withinDeadline(id: string, outcome: Promise<Outcome>): Promise<string> {
    return new Promise((resolve) => {
      let isLate = false;
      const cancel = this.#dependencies.timers.after(this.#deadlineMs, () => {
        isLate = true;
        resolve(this.#failUnexpectedly(id, new Error(`No answer within ${this.#deadlineMs} ms`)));
      });
      outcome.then(
        (value) => {
          if (isLate) return;
          cancel();
          resolve(this.#answer(id, value));
        },
        (cause: unknown) => {
          if (isLate) return;
          cancel();
          resolve(this.#failUnexpectedly(id, cause));
        },
      );
    });
  }

  #answer(id: string, outcome: Outcome): string {
    if (outcome.failure !== undefined) return this.#fail(id, outcome.failure);
    try {
      const text = encodeSuccess(id, outcome.result);
      this.#dependencies.answered?.('OK');
      return text;
    } catch (cause) {
      return this.#failUnexpectedly(id, cause);
    }
  }

  #failUnexpectedly(id: string, cause: unknown): string {
    this.#dependencies.logger.error('A request failed; the client was told INTERNAL_ERROR', cause);
    return this.#fail(id, INTERNAL_ERROR);
  }

  #fail(id: string, failure: Failure): string {
    this.#dependencies.answered?.(failure.error);
    return encodeError(id, failure);
  }
}

type Outcome = { readonly failure: Failure } | { readonly failure?: undefined; readonly result: object };

/** At once where the handler does so: each promise on the way costs the proxy's interpreter more than the rule itself. */
function callWithPermit(method: Method, payload: object, permit: Permit): Outcome | Promise<Outcome> {
  if (!permit.granted) return { failure: rateLimited(permit.retryAfterMs) };
  const result = method.handle(payload);
  return result instanceof Promise ? result.then(toOutcome) : toOutcome(result);
}

function toOutcome(result: MethodResult<object>): Outcome {
  return result === UNAVAILABLE ? { failure: INTERNAL_ERROR } : { result };
}

function rateLimited(retryAfterMs: number): Failure {
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
  return {
    error: 'RATE_LIMITED',
    message: `Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
  };
}
