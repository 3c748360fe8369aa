import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '../support/eventually.ts';
import { Random } from '../support/random.ts';
import { ask } from '../support/http/http.ts';
import { LOAD_TEST_JVM_OPTIONS } from '../velocity-stand-in/stand-in.ts';
import { check } from '../jar/ask.ts';
import { PATIENCE } from '../jar/start-proxy.ts';
import { startRedisNetwork } from '../faults/matrix/network-under-test.ts';
import { CLIENTS, Model } from '../support/model/model.ts';
import type { MaxDelays } from '../support/model/outages.ts';
import { heapMeasure, measuresOf, NO_RESOURCES, Resources } from './resources.ts';
import type { Growth } from './resources.ts';
import { startEvents } from './soak-events.ts';
import { SERVER_PATH, startLoad } from './soak-load.ts';
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
const MIN_SAMPLE_INTERVAL_MS = 1000;

/** @param reportProgress called after each sample, with one line of current figures */
export async function soak(
  settings: SoakSettings,
  reportProgress: (line: string) => void,
): Promise<SoakReport> {
  const random = new Random(settings.seed);
  const model = new Model(settings);
  const network = await startRedisNetwork(JVM_OPTIONS);
  const { admin, origin, proxy, redis, sidecar } = network;
  await eventually(async () => (await ask(origin, SERVER_PATH)).status === 200);
  // A plugin may be ready before it has read any list.
  const isServed = async () => (await check(await proxy.join({ connected: true }), CLIENTS[0], [])).ok;
  await eventually(isServed, { ...PATIENCE, everyMs: 200, what: 'a check to be answered' });
  const stopDelays = model.outages.watchDelays([
    { ask: () => proxy.clock(), hasFaults: false },
    { ask: () => admin.ping(), hasFaults: true },
  ]);
  const load = await startLoad(network, model, random, settings);
  const events = startEvents(network, model, random);
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
  await network.stop();
  return report;
}
