import type { Answer, BadAnswer } from './answer.ts';
import { failure } from './conditional-get.ts';

export interface PollOptions<T> {
  /** Called with the first data, whenever it has changed, and when answers are good again. */
  readonly onData: (data: T) => void;
  /**
   * Called with each bad answer, and with what `onData` throws. Polling continues. Without it, what `onData`
   * throws ends the polling.
   */
  readonly onError?: ((answer: BadAnswer) => void) | undefined;
  /**
   * How long to wait between two requests, in milliseconds; up to a tenth longer at random, and longer where
   * the service says so, or does not answer well. Default: 5,000.
   */
  readonly everyMs?: number | undefined;
  /** Ends the polling. */
  readonly signal?: AbortSignal | undefined;
}

/** The longest wait after bad answers, in milliseconds, unless the service asks for a longer one. */
const LONGEST_WAIT_MS = 60_000;

/** What a timer holds, in milliseconds: some 25 days. Of more it makes no wait at all. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Waits are longer by up to this share at random, so that the pages of all visitors do not ask at the same
 * moment.
 */
const JITTER = 0.1;

/**
 * Asks again and again, politely: not before the latest answer may no longer be used, with a growing wait
 * while answers are bad, and not at all while nobody looks at the page.
 * @param ask such as `(options) => client.getVotings({}, options)`
 * @returns once the signal ends the polling
 * @throws what `ask` or `onError` throw, and what `onData` throws where there is no `onError`
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
    else if (answer.data !== shown || failures > 0) {
      shown = answer.data;
      handOver(answer.data, onData, onError);
    }
    failures = answer.ok ? 0 : failures + 1;
    await wait(waitAfter(answer, everyMs, failures), signal);
    await untilSeen(signal);
  }
}

/**
 * The service is well where `onData` throws: the data is handed over again when it has changed, and not
 * before.
 */
function handOver<T>(data: T, onData: (data: T) => void, onError: PollOptions<T>['onError']): void {
  try {
    onData(data);
  } catch (cause) {
    if (onError === undefined) throw cause;
    onError(failure('onData threw an error.', cause));
  }
}

function waitAfter(answer: Answer<unknown>, everyMs: number, failures: number): number {
  const backOffMs = (): number => Math.min(everyMs * 2 ** (failures - 1), Math.max(everyMs, LONGEST_WAIT_MS));
  const leastMs = answer.ok
    ? Math.max(everyMs, answer.freshMs)
    : Math.max(backOffMs(), answer.retryAfterMs ?? 0);
  return leastMs * (1 + JITTER * Math.random());
}

/** An abort is the end of the polling and no error; anything else that `ask` throws is one. */
function unlessAborted(signal: AbortSignal | undefined): (cause: unknown) => undefined {
  return (cause) => {
    if (signal?.aborted !== true) throw cause;
    return undefined;
  };
}

async function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  // A signal that is aborted already fires no event any more.
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
