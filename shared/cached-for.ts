import type { Clock } from './clock.ts';

/**
 * Caches what `read` returns, for `lifetimeMs` milliseconds from its call. All callers within this time share
 * one promise, which may still be pending. A failure is not cached.
 */
export function cachedFor<T>(
  lifetimeMs: number,
  clock: Pick<Clock, 'monotonicMs'>,
  read: () => Promise<T>,
): () => Promise<T> {
  let cached: Promise<T> | undefined;
  let readAtMs = 0;
  return () => {
    const nowMs = clock.monotonicMs();
    if (cached !== undefined && nowMs < readAtMs + lifetimeMs) return cached;
    readAtMs = nowMs;
    cached = read().catch((cause: unknown) => {
      cached = undefined;
      throw cause;
    });
    return cached;
  };
}
