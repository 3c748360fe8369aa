import { describeViolation } from '../describe-violation.ts';
import type { SchemaViolation } from '../json-schema.ts';
import type { Logger } from '../logger.ts';
import { subjectOf } from '../rate-limit/rate-limit.ts';
import type { Permit, RateLimiter } from '../rate-limit/rate-limit.ts';
import type { Timers } from '../timers.ts';
import { withTimeout } from '../with-timeout.ts';
import { encodeError, encodeSuccess, INTERNAL_ERROR } from './envelope.ts';
import type { RequestFailure, Request } from './envelope.ts';
import type { ErrorCode } from './error-code.ts';
import { InvalidPayload, UNAVAILABLE } from './method.ts';
import type { Caller, Method, MethodResult } from './method.ts';
import type { Packet } from './packet.ts';
import { parseRequest } from './parse-request.ts';

export interface DispatcherDependencies {
  readonly methods: readonly Method[];
  readonly rateLimiter: RateLimiter;
  readonly timers: Timers;
  readonly logger: Logger;
  /** Called with the outcome of every request, for metrics. */
  readonly answered: (outcome: 'OK' | ErrorCode) => void;
  /** How long a request may take before it is answered with `INTERNAL_ERROR`, in milliseconds. */
  readonly timeoutMs: number;
}

const PAYLOAD = { whole: 'payload', prefix: 'payload.' };

export const DEFAULT_TIMEOUT_MS = 1500;

/**
 * Maximum number of requests in flight. Further ones are refused, so that those in flight are answered in
 * time, however many players send requests.
 */
export const MAX_IN_FLIGHT = 256;

/** The least time between two log lines about refused requests, in milliseconds. */
const OVERLOAD_LOG_MS = 60_000;

const NO_SUCH_METHOD: Outcome = { failure: { error: 'NOT_FOUND', message: 'There is no such method.' } };

/**
 * Answers each packet exactly once: packet → envelope → method → payload → permit → handler → answer (G11).
 * Contains the only catch-all of the protocol; an unexpected error never results in an error code that blames
 * the client.
 */
export class Dispatcher {
  readonly #methods: ReadonlyMap<string, Method>;
  readonly #dependencies: DispatcherDependencies;
  readonly #pending = new Set<Promise<string>>();
  #isOverloadLogged = false;

  constructor(dependencies: DispatcherDependencies) {
    this.#dependencies = dependencies;
    this.#methods = new Map(dependencies.methods.map((method) => [method.name, method]));
  }

  /** Number of requests that are not answered yet. */
  get inFlight(): number {
    return this.#pending.size;
  }

  /** Resolves when all requests in flight are answered, or after `withinMs` milliseconds. */
  async drained(withinMs: number): Promise<void> {
    const all = Promise.allSettled(this.#pending);
    await withTimeout(all, withinMs, this.#dependencies.timers).catch(() => undefined);
  }

  /**
   * @param player UUID of the player that sent the packet, in lower case with hyphens
   * @param connect returns the connection of the packet
   * @returns the text of the answer, or a promise of it if Redis or a handler needs time. Never throws or
   * rejects; the promise is settled within `timeoutMs` (G51)
   */
  dispatch(packet: Packet, player: string, connect: Caller['connect']): string | Promise<string> {
    const parsed = parseRequest(packet);
    const deadline = { hasPassed: false };
    let outcome: Outcome | Promise<Outcome>;
    try {
      outcome = parsed.ok ? this.#call(parsed.request, { player, connect, deadline }) : parsed;
    } catch (cause) {
      outcome = this.#failUnexpectedly(cause);
    }
    return outcome instanceof Promise
      ? this.#encodeLater(parsed.id, outcome, deadline)
      : this.#encode(parsed.id, outcome);
  }

  #call({ method: name, payload }: Request, caller: Caller): Outcome | Promise<Outcome> {
    const method = this.#methods.get(name);
    if (method === undefined) return NO_SUCH_METHOD;
    const payloadObject = payload ?? {};
    if (!method.validatePayload(payloadObject)) return invalidPayload(method.validatePayload.errors?.[0]);
    if (this.#pending.size >= MAX_IN_FLIGHT) return this.#refuseOverload();
    const permit = this.#dependencies.rateLimiter.take(subjectOf(name, caller.player), method.limit);
    return permit instanceof Promise
      ? permit.then((known) => callWithPermit(method, payloadObject, caller, known))
      : callWithPermit(method, payloadObject, caller, permit);
  }

  #encodeLater(id: string, outcome: Promise<Outcome>, deadline: { hasPassed: boolean }): Promise<string> {
    const { timeoutMs, timers } = this.#dependencies;
    const encode = (known: Outcome): string => {
      this.#pending.delete(answer);
      return this.#encode(id, known);
    };
    const answer = withTimeout(outcome, timeoutMs, timers).then(encode, (cause: unknown) => {
      deadline.hasPassed = true;
      return encode(this.#failUnexpectedly(cause));
    });
    this.#pending.add(answer);
    return answer;
  }

  /** Takes no permit, so that the client may repeat the request soon. */
  #refuseOverload(): Outcome {
    if (!this.#isOverloadLogged) {
      this.#isOverloadLogged = true;
      this.#dependencies.logger.warn('Too many requests at once: some are refused with RATE_LIMITED');
      this.#dependencies.timers.after(OVERLOAD_LOG_MS, () => {
        this.#isOverloadLogged = false;
      });
    }
    return { failure: rateLimited(1000) };
  }

  #failUnexpectedly(cause: unknown): Outcome {
    this.#dependencies.logger.error('A request failed and was answered with INTERNAL_ERROR', cause);
    return { failure: INTERNAL_ERROR };
  }

  #encode(id: string, { failure, result }: Outcome): string {
    let outcome: 'OK' | ErrorCode = failure === undefined ? 'OK' : failure.error;
    let text: string;
    try {
      text = failure === undefined ? encodeSuccess(id, result) : encodeError(id, failure);
    } catch (cause) {
      this.#failUnexpectedly(cause);
      outcome = INTERNAL_ERROR.error;
      text = encodeError(id, INTERNAL_ERROR);
    }
    this.#dependencies.answered(outcome);
    return text;
  }
}

type Outcome =
  | { readonly failure: RequestFailure; readonly result?: undefined }
  | { readonly failure?: undefined; readonly result: object };

function callWithPermit(
  method: Method,
  payload: object,
  caller: Caller,
  permit: Permit,
): Outcome | Promise<Outcome> {
  if (!permit.granted) return { failure: rateLimited(permit.retryAfterMs) };
  // The result would be ignored, so the handler must not change anything.
  if (caller.deadline.hasPassed) return { failure: INTERNAL_ERROR };
  const result = method.handle(payload, caller);
  return result instanceof Promise ? result.then(toOutcome) : toOutcome(result);
}

function toOutcome(result: MethodResult): Outcome {
  if (result === UNAVAILABLE) return { failure: INTERNAL_ERROR };
  if (result instanceof InvalidPayload) return { failure: { error: 'BAD_REQUEST', message: result.message } };
  return { result };
}

function invalidPayload(violation: SchemaViolation | undefined): Outcome {
  return { failure: { error: 'BAD_REQUEST', message: describeViolation(violation, PAYLOAD) } };
}

function rateLimited(retryAfterMs: number): RequestFailure {
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
  return {
    error: 'RATE_LIMITED',
    message: `Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
  };
}
