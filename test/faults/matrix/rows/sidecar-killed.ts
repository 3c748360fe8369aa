import { randomUUID } from 'node:crypto';
import { eventually } from '../../../support/eventually.ts';
import { ask } from '../../../support/http/http.ts';
import { newSeed, Random } from '../../../support/random.ts';
import type { RedisAndSidecar } from '../network-under-test.ts';
import { brokenAmong, mergeOutcomes, pass } from '../row.ts';
import type { Form, Outcome, Row } from '../row.ts';
import { EXPECTED } from '../store.ts';
import { watchGets } from '../watches/get-watch.ts';
import { percentile } from '../watches/watch.ts';

const START_MS = 1000;

/** Between two deaths it lives for a random time of up to this long: serving, or not yet up for a moment. */
const LONGEST_LIFE_MS = 1500;

const PATIENCE = { withinMs: 20_000, everyMs: 2 };

export const SIDECAR_KILLED: Row<RedisAndSidecar> = {
  fault: 'The sidecar is killed (-9) at any moment, and started again',
  promise: 'serves what is in Redis 1 s after it is started, with every write; no answer is wrong',
  run: async (network, form) => {
    const { origin } = network;
    const gets = watchGets({ origin, perSecond: form.getsPerSecond, mayBeAway: true });
    const seed = newSeed();
    const random = new Random(seed);
    const tookMs: number[] = [];
    for (const endsAt = performance.now() + form.faultMs; performance.now() < endsAt;)
      tookMs.push(await killAndStart(network, random.between(0, LONGEST_LIFE_MS)));
    return mergeOutcomes([await gets.stop(), judge(tookMs, seed, form)]);
  },
};

/** @returns milliseconds from its start until it served everything */
async function killAndStart(
  { admin, keys, origin, sidecar }: RedisAndSidecar,
  livesMs: number,
): Promise<number> {
  await pass(livesMs);
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

function judge(tookMs: number[], seed: number, { allowanceMs }: Form): Outcome {
  const [median, most] = [percentile(tookMs, 0.5), percentile(tookMs, 1)];
  return {
    load: [],
    seen: [
      `${tookMs.length} times killed (seed ${seed}), served everything after ${median} ms (median), ${most} ms (most)`,
    ],
    broken: brokenAmong({ [`served everything only after ${most} ms`]: most <= START_MS + allowanceMs }),
  };
}
