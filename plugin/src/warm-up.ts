import type { Clock } from '../../shared/clock.ts';
import { checkFeatures } from '../../shared/feature-control/check-features.ts';
import { createMethods } from '../../shared/feature-control/create-methods.ts';
import type { FeatureSet } from '../../shared/feature-control/blocked-features.ts';
import type { Logger } from '../../shared/logger.ts';
import { Dispatcher } from '../../shared/protocol/dispatcher.ts';
import { GRANTED } from '../../shared/rate-limit/rate-limit.ts';
import type { RateLimitSubject } from '../../shared/rate-limit/rate-limit.ts';
import { delay } from '../../shared/timers.ts';
import type { Timers } from '../../shared/timers.ts';

/**
 * Enough requests for the JVM to compile the code path of a request, and too short a time for an operator to
 * notice.
 */
const MAX_REQUESTS = 10_000;
const MAX_MS = 800;

/** Milliseconds after which the warm-up yields to other tasks of the thread, above all to real packets. */
const SLICE_MS = 5;

/**
 * Dispatches synthetic requests so that the JVM compiles the code path before the first real request, which
 * would otherwise take about a hundred times as long. Uses neither the stored lists nor anybody's permits.
 */
export async function warmUp(clock: Clock, timers: Timers, logger: Logger): Promise<void> {
  const features = Array.from({ length: 20 }, (_, index) => `feature-${index}`);
  const lists: FeatureSet = new Set(features.slice(0, 3));
  const blocklists = { lookUp: () => ({ global: lists, personal: lists }) };
  const refused = { granted: false, retryAfterMs: 1000 } as const;
  const rateLimiter = {
    take: (subject: RateLimitSubject) => (subject.endsWith('refused') ? refused : GRANTED),
  };
  const dispatcher = new Dispatcher({
    methods: createMethods({ blocklists }),
    rateLimiter,
    timers,
    logger,
  });
  const request = JSON.stringify({
    id: 'warm-up',
    method: checkFeatures.name,
    payload: { client: 'warm-up', features },
  });
  let tookMs = 0;
  for (let sent = 0; sent < MAX_REQUESTS && tookMs < MAX_MS;) {
    const sliceAtMs = clock.monotonicMs();
    for (; clock.monotonicMs() < sliceAtMs + SLICE_MS; sent += 1)
      void dispatcher.dispatch(request, sent % 2 === 0 ? 'granted' : 'refused');
    tookMs += clock.monotonicMs() - sliceAtMs;
    await nextTurn(timers);
  }
}

/** Yields to the other tasks of the script thread, such as replies of Redis, or the stop of the proxy. */
export function nextTurn(timers: Timers): Promise<void> {
  return delay(0, timers);
}
