import { executionAsyncResource } from 'node:async_hooks';

/**
 * Keeps `process.nextTick`, which Node calls some five times a request, as quick as it is at first.
 *
 * Each call makes an object and adds two properties to it, whose names are symbols. V8 notes once which shape of object that can be done to at once. A shape that
 * no object has goes when the whole heap is collected, as it is when a program has had nothing to do for some seconds. V8 notes no second one, and goes the
 * long way from then on. So one such object is kept.
 * @returns what is kept
 */
export async function keepTickShape(): Promise<object> {
  return await new Promise((resolve) => {
    process.nextTick(() => {
      const tick = executionAsyncResource();
      // What a listener refers to lives as long as the listener.
      process.once('exit', () => tick);
      resolve(tick);
    });
  });
}
