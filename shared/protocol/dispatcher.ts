import { describeViolation } from '../describe-violation.ts';
import type { SchemaViolation } from '../json-schema.ts';
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
  /** Told of each request that is not answered at once. */
  readonly underWay?: UnderWay;
  /** How long a request may take before it is answered with `INTERNAL_ERROR`, in milliseconds; 1500 by default. */
  readonly deadlineMs?: number;
}

export interface UnderWay {
  begin(): void;
  end(): void;
}

/** Who is told the answer. */
export interface Sender {
  answer(text: string): void;
}

const PAYLOAD = { whole: 'payload', prefix: 'payload.' };

const DEFAULT_DEADLINE_MS = 1500;

const NOTHING_IS_COUNTED = {
  answered: () => undefined,
  underWay: { begin: () => undefined, end: () => undefined },
};

const NO_SUCH_METHOD: Outcome = { failure: { error: 'NOT_FOUND', message: 'There is no such method.' } };

/**
 * Turns each packet into exactly one answer: packet → envelope → method → payload → permit → handler → answer (G11). Owns the only catch-all of the
 * protocol, which never blames the client.
 */
export class Dispatcher {
  readonly #methods: ReadonlyMap<string, Method>;
  readonly #dependencies: Required<DispatcherDependencies>;

  constructor(dependencies: DispatcherDependencies) {
    this.#methods = new Map(dependencies.methods.map((method) => [method.name, method]));
    this.#dependencies = { deadlineMs: DEFAULT_DEADLINE_MS, ...NOTHING_IS_COUNTED, ...dependencies };
  }

  /**
   * @param player UUID of the player who sent the packet, in lower case with hyphens
   * @param sender told the text of the answer, once: at once where nobody else has to be asked. Nothing is thrown but what it throws.
   */
  dispatch(packet: Packet, player: string, sender: Sender): void {
    let id = '';
    let outcome: Outcome | Promise<Outcome>;
    try {
      const parsed = parseRequest(packet);
      id = parsed.id;
      outcome = parsed.ok ? this.#call(parsed.request, player) : parsed;
    } catch (cause) {
      outcome = this.#failUnexpectedly(cause);
    }
    if (outcome instanceof Promise) this.#answerInTime(id, outcome, sender);
    else sender.answer(this.#encode(id, outcome));
  }

  #call({ method: name, payload }: Request, player: string): Outcome | Promise<Outcome> {
    const method = this.#methods.get(name);
    if (method === undefined) return NO_SUCH_METHOD;
    const sent = payload ?? {};
    if (!method.validatePayload(sent)) return misfit(method.validatePayload.errors?.[0]);
    const permit = this.#dependencies.rateLimiter.take({ method: name, player }, method.limit);
    return permit instanceof Promise
      ? permit.then((known) => callWithPermit(method, sent, known))
      : callWithPermit(method, sent, permit);
  }

  /** A permit or a handler that never comes back must not leave the mod without an answer. */
  #answerInTime(id: string, outcome: Promise<Outcome>, sender: Sender): void {
    const { deadlineMs, timers, underWay } = this.#dependencies;
    let isAnswered = false;
    const end = (known: Outcome): void => {
      isAnswered = true;
      cancel();
      underWay.end();
      sender.answer(this.#encode(id, known));
    };
    const cancel = timers.after(deadlineMs, () => {
      end(this.#failUnexpectedly(new Error(`No answer within ${deadlineMs} ms`)));
    });
    underWay.begin();
    void outcome.then(
      (known) => {
        if (!isAnswered) end(known);
      },
      (cause: unknown) => {
        if (!isAnswered) end(this.#failUnexpectedly(cause));
      },
    );
  }

  #failUnexpectedly(cause: unknown): Outcome {
    this.#dependencies.logger.error('A request failed; the client was told INTERNAL_ERROR', cause);
    return { failure: INTERNAL_ERROR };
  }

  #encode(id: string, { failure, result }: Outcome): string {
    let told: 'OK' | ErrorCode = failure === undefined ? 'OK' : failure.error;
    let text: string;
    try {
      text = failure === undefined ? encodeSuccess(id, result) : encodeError(id, failure);
    } catch (cause) {
      this.#failUnexpectedly(cause);
      told = INTERNAL_ERROR.error;
      text = encodeError(id, INTERNAL_ERROR);
    }
    this.#dependencies.answered(told);
    return text;
  }
}

type Outcome =
  | { readonly failure: Failure; readonly result?: undefined }
  | { readonly failure?: undefined; readonly result: object };

/** At once where the handler does so: each promise on the way costs the proxy's interpreter more than the rule itself. */
function callWithPermit(method: Method, payload: object, permit: Permit): Outcome | Promise<Outcome> {
  if (!permit.granted) return { failure: rateLimited(permit.retryAfterMs) };
  const result = method.handle(payload);
  return result instanceof Promise ? result.then(toOutcome) : toOutcome(result);
}

function toOutcome(result: MethodResult<object>): Outcome {
  return result === UNAVAILABLE ? { failure: INTERNAL_ERROR } : { result };
}

function misfit(violation: SchemaViolation | undefined): Outcome {
  return { failure: { error: 'BAD_REQUEST', message: describeViolation(violation, PAYLOAD) } };
}

function rateLimited(retryAfterMs: number): Failure {
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
  return {
    error: 'RATE_LIMITED',
    message: `Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
  };
}
