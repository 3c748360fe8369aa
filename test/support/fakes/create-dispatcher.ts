import { DEFAULT_TIMEOUT_MS, Dispatcher } from '../../../shared/protocol/dispatcher.ts';
import type { DispatcherDependencies } from '../../../shared/protocol/dispatcher.ts';
import { GRANTED } from '../../../shared/rate-limit/rate-limit.ts';
import { RecordingLogger } from './recording-logger.ts';

/** Creates a dispatcher. By default, each request gets a permit, and nobody counts the answers. */
export function createDispatcher(
  dependencies: Pick<DispatcherDependencies, 'methods' | 'timers'> & Partial<DispatcherDependencies>,
): Dispatcher {
  return new Dispatcher({
    rateLimiter: { take: () => GRANTED },
    logger: new RecordingLogger(),
    timeoutMs: DEFAULT_TIMEOUT_MS,
    answered: () => undefined,
    ...dependencies,
  });
}
