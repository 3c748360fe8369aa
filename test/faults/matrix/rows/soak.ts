import { setTimeout as delay } from 'node:timers/promises';
import { heapMeasure, measuresOf, NO_RESOURCES, Resources } from '../../../soak/resources.ts';
import type { Growth } from '../../../soak/resources.ts';
import { startEvents } from '../../../soak/soak-events.ts';
import type { Events } from '../../../soak/soak-events.ts';
import { startLoad } from '../../../soak/soak-load.ts';
import type { LoadReport } from '../../../soak/soak-load.ts';
import { Model } from '../../../support/model/model.ts';
import { newSeed, Random } from '../../../support/random.ts';
import { LOAD_TEST_JVM_OPTIONS } from '../../../velocity-stand-in/stand-in.ts';
import type { RedisNetwork } from '../network-under-test.ts';
import { brokenGuarantees } from '../row.ts';
import type { Outcome, Row } from '../row.ts';

/** The heap has its full size from the start, so that growing memory is a leak and not a growing heap. */
export const FIXED_HEAP = [...LOAD_TEST_JVM_OPTIONS, '-Xms256m', '-Xmx256m', '-XX:+AlwaysPreTouch'];

/**
 * In `npm test` other suites run at the same time, so there is less load, and longer delays are allowed.
 * After an outage, the sidecar subscribes to changes again within 5 s, and until then polls Redis every
 * second.
 */
const SHORT_FORM = { players: 80, checksPerSecond: 25, getsPerSecond: 25, lagMs: 4000, settleMs: 10_000 };
const LONG_FORM = { players: 400, checksPerSecond: 200, getsPerSecond: 400, lagMs: 1000, settleMs: 7000 };
/** Long enough for several faults. */
const MIN_MS = { short: 10_000, long: 30_000 };

/** The share of the time in which programs warm up. Its samples do not count. */
const WARM_UP_SHARE = 0.4;
const MAX_SAMPLES = 120;
/** Sampling the heap includes a garbage collection, which costs the JVM some milliseconds. */
const MIN_SAMPLE_INTERVAL_MS = 1000;

/** `npm run soak` runs this row for minutes, with a seed. */
export const SOAK: Row<RedisNetwork> = {
  fault: 'Random faults and edits (soak)',
  guarantee: 'each answer is right by the model of edits and faults; in the long form, no resource grows',
  run: async (network, { isLong, faultMs }) => {
    const settings = isLong ? LONG_FORM : SHORT_FORM;
    const seed = Number(process.env['FC_SOAK_SEED'] ?? newSeed());
    const random = new Random(seed);
    const model = new Model(settings);
    const stopDelays = model.outages.watchDelays([
      { ask: () => network.proxy.clock(), hasFaults: false },
      { ask: () => network.admin.ping(), hasFaults: true },
    ]);
    const load = await startLoad(network, model, random, settings);
    const events = startEvents(network, model, random);
    const growth = isLong ? await measureGrowth(network, Math.max(faultMs, MIN_MS.long)) : [];
    if (!isLong) await delay(MIN_MS.short);
    await events.stop();
    await load.stop();
    stopDelays();
    const { load: sent, seen, broken } = outcomeOf(load.report(), events, growth);
    return {
      load: sent,
      seen: [`seed ${seed}`, `${model.outages.delays} waits for the CPU`, ...seen],
      broken,
    };
  },
};

async function measureGrowth({ proxy, redis, sidecar }: RedisNetwork, durationMs: number): Promise<Growth[]> {
  const measures = [
    ...measuresOf('JVM', () => proxy.pid),
    heapMeasure('JVM', async () => (await proxy.usage()).heapBytes),
    ...measuresOf('sidecar', () => sidecar.pid),
    ...measuresOf('Redis', () => redis.pid),
  ];
  const resources = new Resources(NO_RESOURCES === undefined ? measures : []);
  const startedAtMs = performance.now();
  while (performance.now() - startedAtMs < durationMs) {
    await delay(Math.max(durationMs / MAX_SAMPLES, MIN_SAMPLE_INTERVAL_MS));
    await resources.sample();
  }
  return resources.growth(startedAtMs + WARM_UP_SHARE * durationMs);
}

function outcomeOf({ checks, gets, lists, wrong }: LoadReport, events: Events, growth: Growth[]): Outcome {
  const describe = ({ name, unit, median, growth, mayGrow }: Growth): string =>
    `${name} ${median.toFixed(1)} ${unit} (growth ${growth.toFixed(1)} of at most ${mayGrow.toFixed(1)})`;
  const grown = growth.filter(({ growth, mayGrow }) => !(growth <= mayGrow)).map(describe);
  return {
    load: [`${checks} checks (${lists} with a list)`, `${gets} GETs`],
    seen: [
      `${events.edits} edits, ${events.faults} faults, ${wrong.length} wrong answers`,
      ...growth.map(describe),
    ],
    broken: brokenGuarantees({
      [`wrong: ${wrong.slice(0, 20).join('; ')}`]: wrong.length === 0,
      [`grown: ${grown.join('; ')}`]: grown.length === 0,
      'too few answers, edits or faults': Math.min(lists, gets, events.edits, events.faults) > 0,
    }),
  };
}
