import { MAX_TIMER_MS } from './max-timer-ms.ts';

/**
 * Runs a request with a signal that is aborted after a timeout, and when the caller's signal is. Not by
 * `AbortSignal.timeout` and `AbortSignal.any`: together, they lose the timeout at a garbage collection in
 * Node 20, and each request leaves an entry on the caller's signal.
 * @param timeoutMs milliseconds, after which the signal is aborted with a `TimeoutError`
 */
export async function withTimeout<T>(
  timeoutMs: number,
  signal: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const abort = (): void => {
    controller.abort(signal?.reason);
  };
  const timer = setTimeout(
    () => {
      controller.abort(new DOMException('The request has timed out.', 'TimeoutError'));
    },
    Math.min(timeoutMs, MAX_TIMER_MS),
  );
  signal?.addEventListener('abort', abort);
  // A signal that is already aborted fires no event.
  if (signal?.aborted === true) abort();
  try {
    return await run(controller.signal);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}
