import { setTimeout as delay } from 'node:timers/promises';
import { startBuiltSidecar } from '../support/http/built-sidecar.ts';
import { watchDelays } from '../support/delays.ts';
import { eventually } from '../support/eventually.ts';
import { Random } from '../support/random.ts';
import { ask } from '../support/http/http.ts';
import { LOAD_TEST_JVM_OPTIONS } from '../velocity-stand-in/stand-in.ts';
import { check } from '../jar/ask.ts';
import { PATIENCE, startProxy } from '../jar/start-proxy.ts';
import { KEY_PREFIX, startStore } from '../faults/matrix/store.ts';
import { CLIENTS, Model } from './model.ts';
import type { MaxDelays } from './model.ts';
import { heapMeasure, measuresOf, NO_RESOURCES, Resources } from './resources.ts';
import type { Growth } from './resources.ts';
import { startEvents } from './soak-events.ts';
import { startLoad } from './soak-load.ts';
import type { LoadReport, LoadSettings } from './soak-load.ts';

export interface SoakSettings extends LoadSettings, MaxDelays {
  readonly minutes: number;
  readonly seed: number;
}

export interface SoakReport extends LoadReport {
  readonly edits: number;
  readonly faults: number;
  /** How often a program waited long for the CPU. As during faults, some errors are accepted then. */
  readonly delays: number;
  readonly growth: readonly Growth[];
}

/** The heap has its full size from the start, so that growing memory is a leak and not a growing heap. */
const JVM_OPTIONS = [...LOAD_TEST_JVM_OPTIONS, '-Xms256m', '-Xmx256m', '-XX:+AlwaysPreTouch'];

/** The share of the time in which programs warm up. Its samples do not count. */
const WARM_UP_SHARE = 0.4;
const MAX_SAMPLES = 120;
/** Sampling the heap includes a garbage collection, which costs the JVM some milliseconds. */
const MIN_SAMPLE_INTERVAL_MS = 500;

/** @param reportProgress called after each sample, with one line of current figures */
export async function soak(
  settings: SoakSettings,
  reportProgress: (line: string) => void,
): Promise<SoakReport> {
  const random = new Random(settings.seed);
  const model = new Model(settings);
  const store = await startStore();
  const { admin, faults, keys, redis } = store;
  await admin.flushall();
  await admin.set(keys.serverOf('soak'), JSON.stringify({ displayName: model.name.latest }));
  const sidecar = await startBuiltSidecar({ REDIS_URL: faults.url, KEY_PREFIX });
  const proxy = await startProxy({ redisUrl: faults.url, keyPrefix: KEY_PREFIX, jvmOptions: JVM_OPTIONS });
  await eventually(async () => (await ask(sidecar.origin, '/v1/servers?id=soak')).status === 200);
  // A plugin may be ready before it has read any list.
  const isServed = async () => (await check(await proxy.join({ connected: true }), CLIENTS[0], [])).ok;
  await eventually(isServed, { ...PATIENCE, everyMs: 200, what: 'a check to be answered' });
  const network = { proxy, origin: sidecar.origin };
  const stopDelays = watchDelays([
    { ask: () => proxy.clock(), onDelay: (askedAtMs) => model.outages.beginDelay(askedAtMs, false) },
    { ask: () => admin.ping(), onDelay: (askedAtMs) => model.outages.beginDelay(askedAtMs, true) },
  ]);
  const load = await startLoad(network, model, random, settings);
  const events = startEvents(store, model, random);
  const measures = [
    ...measuresOf('JVM', () => proxy.pid),
    heapMeasure('JVM', async () => (await proxy.usage()).heapBytes),
    ...measuresOf('sidecar', () => sidecar.pid),
    ...measuresOf('Redis', () => redis.pid),
  ];
  const resources = new Resources(NO_RESOURCES === undefined ? measures : []);
  const startedAtMs = performance.now();
  const durationMs = settings.minutes * 60_000;
  const sampleIntervalMs = Math.max(durationMs / MAX_SAMPLES, MIN_SAMPLE_INTERVAL_MS);
  while (performance.now() - startedAtMs < durationMs) {
    await delay(sampleIntervalMs);
    await resources.sample();
    const { checks, gets, wrong } = load.report();
    reportProgress(
      `${checks} checks, ${gets} GETs, ${events.edits} edits, ${events.faults} faults, ${wrong.length} wrong`,
    );
  }
  await events.stop();
  await load.stop();
  stopDelays();
  const report = {
    ...{ ...load.report(), edits: events.edits, faults: events.faults, delays: model.outages.delays },
    growth: resources.growth(startedAtMs + WARM_UP_SHARE * durationMs),
  };
  await proxy.stop();
  await sidecar.stop();
  await store.stop();
  return report;
}
