import type {} from '../../plugin/types/graalvm-polyglot-types.ts';

/** Blocks the script thread, as if it were starved on a busy machine, but without using CPU time. */
export function blockScriptThread(ms: number): void {
  const { MILLISECONDS } = Java.type('java.util.concurrent.TimeUnit');
  (MILLISECONDS as unknown as { sleep(timeout: number): void }).sleep(ms);
}
