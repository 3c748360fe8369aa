import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { NodeFigures } from '../shared/redis/nodes/node-record.ts';

/** How often the event loop is observed, in milliseconds. Shorter delays are not seen. */
const RESOLUTION_MS = 20;

/** Observes this process. @returns a function that returns the figures since its previous call */
export function watchProcess(): () => Pick<NodeFigures, 'memory' | 'loopLagMs'> {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  return () => {
    const loopLagMs = Math.max(0, delays.max / 1e6 - RESOLUTION_MS);
    delays.reset();
    return { memory: process.memoryUsage.rss(), loopLagMs };
  };
}
