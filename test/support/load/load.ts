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
  readonly faultIn: (answer: T, when: Span) => string | undefined;
}

/**
 * Sends requests until stopped.
 * @returns the results so far
 */
export function startLoad<T>(perSecond: number, { send, faultIn }: Requests<T>) {
  const tookMs: number[] = [];
  const wrong: string[] = [];
  /** The error of each request without an answer. */
  const unanswered: string[] = [];
  const underWay = new Set<Promise<void>>();
  const judge = async (answering: Promise<T>, askedAtMs: number): Promise<void> => {
    try {
      const answer = await answering;
      const answeredAtMs = performance.now();
      tookMs.push(answeredAtMs - askedAtMs);
      const fault = faultIn(answer, { askedAtMs, answeredAtMs });
      if (fault !== undefined) wrong.push(fault);
    } catch (cause) {
      unanswered.push(`unanswered: ${String(cause)}`);
    }
  };
  const end = everySecond(perSecond, () => {
    const askedAtMs = performance.now();
    const answering = send();
    if (answering === undefined) return;
    const judging = judge(answering, askedAtMs).finally(() => underWay.delete(judging));
    underWay.add(judging);
  });
  return {
    ...{ tookMs, wrong, unanswered, end },
    /** Resolves when all requests are answered. */
    async finish(): Promise<void> {
      end();
      await Promise.all(underWay);
    },
  };
}

/**
 * Calls `act` this many times a second, as evenly as the machine allows.
 * @returns a function that stops it
 */
function everySecond(times: number, act: () => void): () => void {
  const startedAt = performance.now();
  let acted = 0;
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - startedAt) / 1000) * times);
    for (; acted < due; acted++) act();
  }, 5);
  return () => {
    clearInterval(timer);
  };
}
