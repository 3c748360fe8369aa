import { executionAsyncResource } from 'node:async_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { keepTickShape } from '../../../rest-sidecar/src/platform-workarounds/tick-shape.ts';

/** What Node makes for a call of `process.nextTick`, as it is while that runs. */
const tickNow = async (): Promise<object> =>
  await new Promise((resolve) => {
    process.nextTick(() => {
      resolve(executionAsyncResource());
    });
  });

/**
 * If this fails after an upgrade of Node, nothing is wrong but that the sidecar may take longer for requests
 * after it had none for some seconds.
 */
describe('the shape of ticks', () => {
  let collectGarbage: () => void;
  let haveSameShape: (one: object, other: object) => boolean;

  beforeAll(() => {
    setFlagsFromString('--expose-gc');
    setFlagsFromString('--allow-natives-syntax');
    collectGarbage = runInNewContext('gc') as typeof collectGarbage;
    haveSameShape = runInNewContext('(one, other) => %HaveSameMap(one, other)') as typeof haveSameShape;
    // It is read when it is called.
    haveSameShape({}, {});
    setFlagsFromString('--no-allow-natives-syntax');
  });

  it('is kept when all garbage is collected', async () => {
    const kept = new WeakRef(await keepTickShape());
    await tickNow();
    collectGarbage();
    const [tick, later] = [kept.deref(), await tickNow()];
    expect(tick !== undefined && haveSameShape(tick, later)).toBe(true);
  });
});
