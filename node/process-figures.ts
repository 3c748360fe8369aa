import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { ProgramFigures } from '../shared/redis/programs/program-record.ts';

/** How often the event loop is observed, in milliseconds. Shorter delays are not seen. */
const RESOLUTION_MS = 20;

/** Observes this process. @returns a function that returns the figures since its previous call */
export function watchProcess(): () => Pick<ProgramFigures, 'memory' | 'loopLagMs'> {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  return () => {
    const loopLagMs = Math.max(0, delays.max / 1e6 - RESOLUTION_MS);
    delays.reset();
    return { memory: process.memoryUsage.rss(), loopLagMs };
  };
}
