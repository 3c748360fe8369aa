import type { Clock } from '../../shared/clock.ts';
import { checkFeatures } from '../../shared/feature-control/check-features.ts';
import { createMethods } from '../../shared/feature-control/create-methods.ts';
import type { FeatureSet } from '../../shared/feature-control/blocked-features.ts';
import type { Logger } from '../../shared/logger.ts';
import { Dispatcher } from '../../shared/protocol/dispatcher.ts';
import { GRANTED } from '../../shared/rate-limit/rate-limit.ts';
import type { RateLimitSubject } from '../../shared/rate-limit/rate-limit.ts';
import type { Timers } from '../../shared/timers.ts';

/**
 * Enough for the JVM to have compiled what a request runs through; no longer than an operator would notice.
 */
const MOST_REQUESTS = 10_000;
const MOST_MS = 800;

/** After so many milliseconds everything else has its turn: real packets first of all. */
const TURN_MS = 5;

/**
 * Answers made-up requests, so that the first real one finds compiled code: cold, a request takes some
 * hundred times as long. Touches neither lists nor permits of anybody.
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
  for (let sent = 0; sent < MOST_REQUESTS && tookMs < MOST_MS;) {
    const turnAtMs = clock.monotonicMs();
    for (; clock.monotonicMs() < turnAtMs + TURN_MS; sent += 1)
      void dispatcher.dispatch(request, sent % 2 === 0 ? 'granted' : 'refused');
    tookMs += clock.monotonicMs() - turnAtMs;
    await nextTurn(timers);
  }
}

/** Lets everything else have its turn: Redis that connects, lists that are read, a proxy that stops. */
export function nextTurn(timers: Timers): Promise<void> {
  return new Promise((resolve) => {
    timers.after(0, resolve);
  });
}
