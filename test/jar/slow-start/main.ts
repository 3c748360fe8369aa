import { start as startPlugin } from '../../../plugin/src/main.ts';
import type { Program } from '../../../plugin/src/main.ts';

/** Longer than a stop may take, once it has begun; with the rest of the start, it is waited for. */
const SLOW_MS = 5100;

/** The plugin on a machine so busy that its script takes seconds to start. */
export function start(...given: Parameters<typeof startPlugin>): Program | string {
  const [host] = given;
  host.logger().info('The slow start begins');
  const untilMs = host.monotonicMs() + SLOW_MS;
  while (host.monotonicMs() < untilMs) {
    // Nothing else runs on the script thread meanwhile.
  }
  return startPlugin(...given);
}
