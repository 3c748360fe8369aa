import { start as startPlugin } from '../../../plugin/src/main.ts';
import type { Program } from '../../../plugin/src/main.ts';
import { blockScriptThread } from '../block-script-thread.ts';

/** Longer than a stop may take. A stop waits until the start has ended. */
const SLOW_MS = 5100;

/** The plugin with a script that takes seconds to start, as on a busy machine. */
export function start(...given: Parameters<typeof startPlugin>): Program | string {
  const [host] = given;
  host.logger().info('The slow start begins');
  blockScriptThread(SLOW_MS);
  return startPlugin(...given);
}
