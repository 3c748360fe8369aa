import type { Answer, ErrorAnswer } from './answer.ts';
import { failure } from './conditional-get.ts';
import { MAX_TIMER_MS } from './max-timer-ms.ts';

export interface PollOptions<T> {
  /** Called with the first data, whenever the data has changed, and with the first data after failures. */
  readonly onData: (data: T) => void;
  /**
   * Called with each error answer, and if `onData` throws. Polling continues. Without `onError`, an error of
   * `onData` ends the polling.
   */
  readonly onError?: ((answer: ErrorAnswer) => void) | undefined;
  /**
   * The interval between two requests, in milliseconds. It is extended at random by up to a tenth, and
   * further if the service requests it, or after failures: to at least 1,000 then. Default: 5,000.
   */
  readonly everyMs?: number | undefined;
  /** Ends the polling. */
  readonly signal?: AbortSignal | undefined;
}

/** The maximum wait after failures, in milliseconds, unless the service requests a longer one. */
const MAX_WAIT_MS = 60_000;

/** The minimum wait after the first failure, in milliseconds, however short the interval is. */
const MIN_BACK_OFF_MS = 1000;

/**
 * Waits are extended at random by up to this fraction, so that the pages of all visitors do not send requests
 * at the same moment.
 */
const JITTER = 0.1;

/**
 * Sends a request repeatedly: not while the latest answer is fresh, with a growing wait after failures, and
 * not while the page is in the background.
 * @param request sends the request, such as `(options) => client.getVotings({}, options)`
 * @returns a promise that resolves once the signal ends the polling
 * @throws errors of `request` and `onError`, and errors of `onData` if there is no `onError`
 */
export async function poll<T>(
  request: (options: { readonly signal?: AbortSignal }) => Promise<Answer<T>>,
  { onData, onError, everyMs = 5000, signal = new AbortController().signal }: PollOptions<T>,
): Promise<void> {
  let failures = 0;
  let lastData: T | undefined;
  const isEnded = (): boolean => signal.aborted;
  for (;;) {
    await untilVisible(signal);
    if (isEnded()) return;
    const answer = await request({ signal }).catch((cause: unknown) => {
      if (!isEnded()) throw cause;
    });
    // An answer may arrive together with the abort.
    if (answer === undefined || isEnded()) return;
    if (!answer.ok) onError?.(answer);
    else if (answer.data !== lastData || failures > 0) {
      lastData = answer.data;
      deliver(answer.data, onData, onError);
    }
    failures = answer.ok ? 0 : failures + 1;
    await wait(waitMsAfter(answer, everyMs, failures), signal);
  }
}

/**
 * Passes data to `onData`. If `onData` throws, that does not count as a failure of the service: the data is
 * passed again only when it has changed.
 */
function deliver<T>(data: T, onData: (data: T) => void, onError: PollOptions<T>['onError']): void {
  try {
    onData(data);
  } catch (cause) {
    if (onError === undefined) throw cause;
    onError(failure('onData threw an error.', cause));
  }
}

function waitMsAfter(answer: Answer<unknown>, everyMs: number, failures: number): number {
  const firstMs = Math.max(everyMs, MIN_BACK_OFF_MS);
  const backOffMs = (): number => Math.min(firstMs * 2 ** (failures - 1), Math.max(firstMs, MAX_WAIT_MS));
  const minMs = answer.ok
    ? Math.max(everyMs, answer.freshMs)
    : Math.max(backOffMs(), answer.retryAfterMs ?? 0);
  return minMs * (1 + JITTER * Math.random());
}

async function wait(ms: number, signal: AbortSignal): Promise<void> {
  // A signal that is already aborted fires no event.
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, Math.min(ms, MAX_TIMER_MS));
    signal.addEventListener('abort', end);
  });
}

/** Waits while the page is in the background. Does not wait outside of a page. */
async function untilVisible(signal: AbortSignal): Promise<void> {
  if (typeof document === 'undefined') return;
  await new Promise<void>((resolve) => {
    const check = (): void => {
      if (document.visibilityState === 'hidden' && !signal.aborted) return;
      document.removeEventListener('visibilitychange', check);
      signal.removeEventListener('abort', check);
      resolve();
    };
    document.addEventListener('visibilitychange', check);
    signal.addEventListener('abort', check);
    check();
  });
}
