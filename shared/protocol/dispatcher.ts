import { describeViolation } from '../describe-violation.ts';
import type { SchemaViolation } from '../json-schema.ts';
import type { Logger } from '../logger.ts';
import { subjectOf } from '../rate-limit/rate-limit.ts';
import type { Permit } from '../rate-limit/rate-limit.ts';
import type { RateLimiter } from '../rate-limit/rate-limiter.ts';
import type { Timers } from '../timers.ts';
import { encodeError, encodeSuccess, INTERNAL_ERROR } from './envelope.ts';
import type { Failure, Request } from './envelope.ts';
import type { ErrorCode } from './error-code.ts';
import { LateAnswers } from './late-answers.ts';
import type { LateAnswer } from './late-answers.ts';
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

/** Who is told the answer. */
export interface Sender {
  answer(text: string): void;
}

const PAYLOAD = { whole: 'payload', prefix: 'payload.' };

const DEFAULT_DEADLINE_MS = 1500;

const NO_SUCH_METHOD: Outcome = { failure: { error: 'NOT_FOUND', message: 'There is no such method.' } };

/**
 * Turns each packet into exactly one answer: packet → envelope → method → payload → permit → handler → answer (G11). Owns the only catch-all of the
 * protocol, which never blames the client.
 */
export class Dispatcher {
  readonly #methods: ReadonlyMap<string, Method>;
  readonly #dependencies: Required<DispatcherDependencies>;
  readonly #late: LateAnswers<Call>;

  constructor(dependencies: DispatcherDependencies) {
    this.#methods = new Map(dependencies.methods.map((method) => [method.name, method]));
    const { timers, deadlineMs = DEFAULT_DEADLINE_MS, answered = () => undefined } = dependencies;
    this.#dependencies = { ...dependencies, deadlineMs, answered };
    this.#late = new LateAnswers(timers, deadlineMs, (call) => {
      this.#answerLate(call, this.#failUnexpectedly(new Error(`No answer within ${deadlineMs} ms`)));
    });
  }

  /** Requests that are not answered yet. */
  get underWay(): number {
    return this.#late.count;
  }

  /** @returns when all requests are answered, or after `withinMs` milliseconds */
  drained(withinMs: number): Promise<void> {
    return this.#late.drained(withinMs);
  }

  /**
   * @param player UUID of the player who sent the packet, in lower case with hyphens
   * @param sender told the text of the answer, once: at once where nobody else has to be asked. Nothing is thrown but what it throws.
   */
  dispatch(packet: Packet, player: string, sender: Sender): void {
    const parsed = parseRequest(packet);
    let outcome: Outcome | undefined;
    try {
      outcome = parsed.ok ? this.#call(parsed.request, player, sender) : parsed;
    } catch (cause) {
      outcome = this.#failUnexpectedly(cause);
    }
    if (outcome !== undefined) this.#answer(parsed.id, sender, outcome);
  }

  /** @returns undefined where the sender is told later */
  #call({ id, method: name, payload }: Request, player: string, sender: Sender): Outcome | undefined {
    const method = this.#methods.get(name);
    if (method === undefined) return NO_SUCH_METHOD;
    const sent = payload ?? {};
    if (!method.validatePayload(sent)) return misfit(method.validatePayload.errors?.[0]);
    let call: Call | undefined;
    const permit = this.#dependencies.rateLimiter.take(subjectOf(name, player), method.limit, (known) => {
      if (call !== undefined) this.#proceed(call, known);
    });
    const outcome = permit === undefined ? undefined : callWithPermit(method, sent, permit);
    const isLate = outcome === undefined || outcome instanceof Promise;
    if (isLate)
      call = this.#answerLater({ id, sender, method, payload: sent, begunAt: 0, isOver: false }, outcome);
    return isLate ? undefined : outcome;
  }

  /** @param outcome undefined while the permit is not known */
  #answerLater(call: Call, outcome: Promise<Outcome> | undefined): Call {
    this.#late.begin(call);
    if (outcome !== undefined) this.#await(call, outcome);
    return call;
  }

  #proceed(call: Call, permit: Permit): void {
    if (call.isOver) return;
    let outcome: Outcome | Promise<Outcome>;
    try {
      outcome = callWithPermit(call.method, call.payload, permit);
    } catch (cause) {
      outcome = this.#failUnexpectedly(cause);
    }
    if (outcome instanceof Promise) this.#await(call, outcome);
    else this.#answerLate(call, outcome);
  }

  #await(call: Call, outcome: Promise<Outcome>): void {
    void outcome.then(
      (known) => {
        if (!call.isOver) this.#answerLate(call, known);
      },
      (cause: unknown) => {
        if (!call.isOver) this.#answerLate(call, this.#failUnexpectedly(cause));
      },
    );
  }

  #answerLate(call: Call, outcome: Outcome): void {
    this.#late.end(call);
    this.#answer(call.id, call.sender, outcome);
  }

  #failUnexpectedly(cause: unknown): Outcome {
    this.#dependencies.logger.error('A request failed; the client was told INTERNAL_ERROR', cause);
    return { failure: INTERNAL_ERROR };
  }

  #answer(id: string, sender: Sender, { failure, result }: Outcome): void {
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
    sender.answer(text);
  }
}

/** A request that fits its method. */
interface Call extends LateAnswer {
  readonly id: string;
  readonly sender: Sender;
  readonly method: Method;
  readonly payload: object;
}

type Outcome =
  | { readonly failure: Failure; readonly result?: undefined }
  | { readonly failure?: undefined; readonly result: object };

/** At once where the handler does so: each promise on the way costs the proxy's interpreter dear. */
function callWithPermit(method: Method, payload: object, permit: Permit): Outcome | Promise<Outcome> {
  let outcome: Outcome | Promise<Outcome>;
  if (permit.granted) {
    const result = method.handle(payload);
    outcome = result instanceof Promise ? result.then(toOutcome) : toOutcome(result);
  } else {
    outcome = { failure: rateLimited(permit.retryAfterMs) };
  }
  return outcome;
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
