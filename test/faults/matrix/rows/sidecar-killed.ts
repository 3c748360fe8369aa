import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '../../../support/eventually.ts';
import { ask } from '../../../support/http/http.ts';
import { newSeed, Random } from '../../../support/random.ts';
import type { RedisAndSidecar } from '../network-under-test.ts';
import { brokenGuarantees, mergeOutcomes } from '../row.ts';
import type { Form, Outcome, Row } from '../row.ts';
import { EXPECTED } from '../store.ts';
import { watchGets } from '../watches/get-watch.ts';
import { percentile } from '../watches/watch.ts';

const MAX_START_MS = 1000;

/** Maximum of the random time from a start to the next kill: the sidecar may still be loading then. */
const MAX_UPTIME_MS = 1500;

const PATIENCE = { withinMs: 20_000, everyMs: 2 };

export const SIDECAR_KILLED: Row<RedisAndSidecar> = {
  fault: 'The sidecar is killed (-9) at any moment, and started again',
  guarantee: 'serves the data in Redis, with every write, within 1 s after its start; no answer is wrong',
  run: async (network, form) => {
    const { origin } = network;
    const gets = watchGets({ origin, perSecond: form.getsPerSecond, mayBeDown: true });
    const seed = newSeed();
    const random = new Random(seed);
    const tookMs: number[] = [];
    for (const endsAt = performance.now() + form.faultMs; performance.now() < endsAt;)
      tookMs.push(await killAndStart(network, random.between(0, MAX_UPTIME_MS)));
    return mergeOutcomes([await gets.stop(), outcomeOf(tookMs, seed, form)]);
  },
};

/** @returns milliseconds from the start of the sidecar until it served all data */
async function killAndStart(
  { admin, keys, origin, sidecar }: RedisAndSidecar,
  uptimeMs: number,
): Promise<number> {
  await delay(uptimeMs);
  const id = `written-${randomUUID()}`;
  await admin.set(keys.serverOf(id), '{"displayName":"Written"}');
  await sidecar.kill();
  const startedAtMs = performance.now();
  await sidecar.start();
  const isServed = async (path: string, body: string): Promise<boolean> =>
    (await ask(origin, path)).text === body;
  await eventually(
    () => isServed(`/v1/servers?id=${id}`, `{"id":"${id}","displayName":"Written"}`),
    PATIENCE,
  );
  for (const [path, body] of Object.entries(EXPECTED)) await eventually(() => isServed(path, body), PATIENCE);
  const tookMs = performance.now() - startedAtMs;
  await admin.del(keys.serverOf(id));
  return tookMs;
}

function outcomeOf(tookMs: number[], seed: number, { allowanceMs }: Form): Outcome {
  const [medianMs, maxMs] = [percentile(tookMs, 0.5), percentile(tookMs, 1)];
  return {
    load: [],
    seen: [
      `${tookMs.length} kills (seed ${seed}), everything served after ${medianMs} ms (median), ${maxMs} ms (maximum)`,
    ],
    broken: brokenGuarantees({
      [`served everything only after ${maxMs} ms`]: maxMs <= MAX_START_MS + allowanceMs,
    }),
  };
}
