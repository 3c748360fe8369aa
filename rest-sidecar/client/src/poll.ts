import type { Answer, BadAnswer } from './answer.ts';

export interface PollOptions<T> {
  /** Called with the first data, whenever it has changed, and when answers are good again. */
  readonly onData: (data: T) => void;
  /** Called with each bad answer. Polling goes on. */
  readonly onError?: (answer: BadAnswer) => void;
  /** How long to wait between two questions, in milliseconds; longer where the service says so, or does not answer well. Default: 5,000. */
  readonly everyMs?: number;
  /** Ends the polling. */
  readonly signal?: AbortSignal;
}

/** The longest wait after answers that went bad, in milliseconds, unless the service asks for a longer one. */
const LONGEST_WAIT_MS = 60_000;

/** What a timer holds, in milliseconds: some 25 days. Of more it makes no wait at all. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Asks again and again, politely: not before the latest answer may be used no longer, more and more seldom while answers are bad, and not at all while nobody
 * looks at the page.
 * @param ask such as `(options) => client.getVotings({}, options)`
 * @returns once the signal ends the polling
 */
export async function poll<T>(
  ask: (options: { readonly signal?: AbortSignal }) => Promise<Answer<T>>,
  { onData, onError, everyMs = 5000, signal }: PollOptions<T>,
): Promise<void> {
  let failures = 0;
  let shown: T | undefined;
  while (signal?.aborted !== true) {
    const answer = await ask(signal === undefined ? {} : { signal }).catch(unlessAborted(signal));
    if (answer === undefined) return;
    if (!answer.ok) onError?.(answer);
    else if (answer.data !== shown || failures > 0) onData((shown = answer.data));
    failures = answer.ok ? 0 : failures + 1;
    await wait(waitAfter(answer, everyMs, failures), signal);
    await untilSeen(signal);
  }
}

function waitAfter(answer: Answer<unknown>, everyMs: number, failures: number): number {
  if (answer.ok) return Math.max(everyMs, answer.freshMs);
  const backOffMs = Math.min(everyMs * 2 ** (failures - 1), Math.max(everyMs, LONGEST_WAIT_MS));
  // Spread by a tenth, so that the pages of all visitors do not come back at the same moment.
  return Math.max(backOffMs, answer.retryAfterMs ?? 0) * (1 + Math.random() / 10);
}

/** An abort is the end of the polling and no error; anything else that `ask` throws is one. */
function unlessAborted(signal: AbortSignal | undefined): (cause: unknown) => undefined {
  return (cause) => {
    if (signal?.aborted !== true) throw cause;
    return undefined;
  };
}

async function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  // By what was just told: an abort that has happened is not told again.
  if (signal?.aborted === true) return;
  await new Promise<void>((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, Math.min(ms, LONGEST_TIMER_MS));
    signal?.addEventListener('abort', end);
  });
}

/** Waits while the page is in the background. Where there is no page, it does not wait. */
async function untilSeen(signal: AbortSignal | undefined): Promise<void> {
  if (typeof document === 'undefined') return;
  await new Promise<void>((resolve) => {
    const look = (): void => {
      if (document.visibilityState === 'hidden' && signal?.aborted !== true) return;
      document.removeEventListener('visibilitychange', look);
      signal?.removeEventListener('abort', look);
      resolve();
    };
    document.addEventListener('visibilitychange', look);
    signal?.addEventListener('abort', look);
    look();
  });
}
