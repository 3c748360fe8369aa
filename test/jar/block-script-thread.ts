import type {} from '../../plugin/types/graalvm-polyglot-types.ts';
import type { TimeUnit } from '../../plugin/types/jdk.ts';

/** The methods of a CompletableFuture that the plugin does not use. */
interface Future {
  completeOnTimeout(value: null, timeout: number, unit: TimeUnit): Future;
  join(): null;
}

/** Blocks the script thread, as if it were starved on a busy machine, but without using CPU time. */
export function blockScriptThread(ms: number): void {
  const create = Java.type('java.util.concurrent.CompletableFuture') as unknown as new () => Future;
  const { MILLISECONDS } = Java.type('java.util.concurrent.TimeUnit');
  new create().completeOnTimeout(null, ms, MILLISECONDS).join();
}
