/** When a request was sent and answered, by `performance.now()`. */
export interface Span {
  readonly askedAtMs: number;
  readonly answeredAtMs: number;
}

/** Requests of one kind. */
export interface Requests<T> {
  /**
   * Sends the next request.
   * @returns its answer; undefined if none can be sent now
   */
  readonly send: () => Promise<T> | undefined;
  /** @returns a short description of what is wrong with an answer; undefined if it is right */
  readonly problemIn: (answer: T, when: Span) => string | undefined;
}

/**
 * Sends requests until stopped.
 * @returns the results so far
 */
export function startLoad<T>(perSecond: number, { send, problemIn }: Requests<T>) {
  const tookMs: number[] = [];
  const wrong: string[] = [];
  /** The error of each request without an answer. */
  const unanswered: string[] = [];
  const inFlight = new Set<Promise<void>>();
  const validate = async (answering: Promise<T>, askedAtMs: number): Promise<void> => {
    try {
      const answer = await answering;
      const answeredAtMs = performance.now();
      tookMs.push(answeredAtMs - askedAtMs);
      const problem = problemIn(answer, { askedAtMs, answeredAtMs });
      if (problem !== undefined) wrong.push(problem);
    } catch (cause) {
      unanswered.push(`unanswered: ${String(cause)}`);
    }
  };
  const end = repeat(perSecond, () => {
    const askedAtMs = performance.now();
    const answering = send();
    if (answering === undefined) return;
    const validation = validate(answering, askedAtMs).finally(() => inFlight.delete(validation));
    inFlight.add(validation);
  });
  return {
    tookMs,
    wrong,
    unanswered,
    end,
    /** Resolves when all requests are answered. */
    async finish(): Promise<void> {
      end();
      await Promise.all(inFlight);
    },
  };
}

/**
 * Calls `act` `perSecond` times a second, as evenly as the machine allows.
 * @returns a function that stops it
 */
function repeat(perSecond: number, act: () => void): () => void {
  const startedAt = performance.now();
  let done = 0;
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - startedAt) / 1000) * perSecond);
    for (; done < due; done++) act();
  }, 5);
  return () => {
    clearInterval(timer);
  };
}
