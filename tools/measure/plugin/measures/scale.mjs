import { join } from 'node:path';
import {
  clientNumber,
  featureNumber,
  featureOfClient,
  fillWithLargeLists,
  LARGE,
} from '../../large-lists.mjs';
import { startBenchProxy } from '../bench-proxy.mjs';
import { quantile } from '../../quantile.mjs';
import { withBenchRedis } from '../bench-redis.mjs';
import { requestFor } from '../requests.mjs';
import { referenceOptions, withLimit } from '../settings.mjs';

const KEYS = { blocklistGlobal: 'fc:blocklist:global', blocklistClients: 'fc:blocklist:client:' };
const WHAT = `${LARGE.features.toLocaleString('en')} features and ${LARGE.clients.toLocaleString('en')} clients`;
/** Players who send requests in rotation, so that each has a permit. */
const PLAYERS = 100;
const EDITS = 300;
const COMPLETIONS = 50;
const PER_SECOND = 200;
const SECONDS = { warmUp: 10, measured: 10 };
const QUICK_SECONDS = { warmUp: 0.5, measured: 0.5 };
const [MS, MB] = [1e6, 1e6];

/**
 * Measures blocklists of the maximum size.
 * @type {import('../suite.mjs').Measure}
 */
export async function measureScale({ env, ...bench }) {
  return await withBenchRedis(env['FC_REDIS_SERVER'], (place) => measureIn({ ...bench, ...place, env }));
}

async function measureIn({ build, jar, directory, redisUrl, redis, env, quick }) {
  await fillWithLargeLists(redisUrl, KEYS);
  const options = { redisUrl, env, settings: withLimit(1) };
  const inJava = await measureLoadInJava({
    ...options,
    jar: build.referenceJar,
    directory: join(directory, 'reference'),
  });
  const loadTime = createLoadTime();
  const proxy = await startBenchProxy({
    ...options,
    jars: [jar],
    directory: join(directory, 'plugin'),
    jvmOptions: ['-Xmx400m'],
    onLine: loadTime.onLine,
  });
  const { warmUp, measured } = quick ? QUICK_SECONDS : SECONDS;
  try {
    const players = await proxy.join(PLAYERS);
    const content = requestFor(twentyFeatures(), clientNumber(7));
    const load = (seconds) => proxy.load({ players, contents: [content], perSecond: PER_SECOND, seconds });
    while (loadTime.seconds() === undefined) await load(0.1);
    await load(warmUp);
    const calm = await load(measured);
    const edits = await measureEdits({ proxy, players, redis, count: quick ? 4 : EDITS });
    await redis.client('KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    const reading = await load(measured);
    const completions = await measureCompletions(proxy, quick ? 2 : COMPLETIONS);
    const { heapBytes } = await proxy.request('usage');
    const seconds = loadTime.seconds();
    return [
      {
        name: `reading ${WHAT} with lists, ÷ Java`,
        value: seconds / inJava,
        unit: '×',
        target: { atMost: 2.5 },
      },
      { name: '… of the plugin', value: seconds, unit: 's' },
      { name: '… in Java', value: inJava, unit: 's' },
      {
        name: '… heap with them, after a collection',
        value: heapBytes / MB,
        unit: 'MB',
        target: { atMost: 400 },
      },
      { name: '… from event to answer, p50', value: calm.answerNanos.p50 / MS, unit: 'ms' },
      { name: '… from event to answer, p99', value: calm.answerNanos.p99 / MS, unit: 'ms' },
      {
        name: '… the same while all lists are read again, p99',
        value: reading.answerNanos.p99 / MS,
        unit: 'ms',
      },
      {
        name: '… and requests that were not answered then',
        value: reading.sent - reading.answered,
        target: { atMost: 0 },
      },
      { name: '… an edit shows, p50', value: quantile(edits, 0.5), unit: 'ms' },
      { name: '… an edit shows, p99', value: quantile(edits, 0.99), unit: 'ms', target: { atMost: 100 } },
      { name: '… a completion in the game, the slowest', value: quantile(completions, 1), unit: 'ms' },
    ];
  } finally {
    await proxy.stop();
  }
}

/** Measures the time from the first connection to the end of the initial load, by the lines of the log. */
function createLoadTime() {
  const seenAt = new Map();
  const [connected, loaded] = ['Connected to Redis', 'Initial load complete'];
  return {
    onLine(line) {
      for (const event of [connected, loaded]) if (line.includes(event)) seenAt.set(event, performance.now());
    },
    /** @returns {number | undefined} undefined before the end */
    seconds: () => (seenAt.has(loaded) ? (seenAt.get(loaded) - seenAt.get(connected)) / 1000 : undefined),
  };
}

/** @returns {Promise<number>} seconds */
async function measureLoadInJava({ jar, directory, ...options }) {
  const loadTime = createLoadTime();
  const jvmOptions = ['-Xmx1g', ...referenceOptions(1)];
  const proxy = await startBenchProxy({
    ...options,
    jars: [jar],
    directory,
    jvmOptions,
    onLine: loadTime.onLine,
  });
  await proxy.stop();
  return loadTime.seconds();
}

/**
 * Measures the time from a direct write, alternately to the global list and to a personal one, to the first
 * answer that shows it, in milliseconds.
 */
async function measureEdits({ proxy, players, redis, count }) {
  const took = [];
  let asked = 0;
  const blocked = async (client, feature) => {
    const answer = await proxy.ask(players[asked++ % players.length], requestFor([feature], client));
    return JSON.parse(answer).payload?.blocklist.length === 1;
  };
  for (let edit = 0; edit < count; edit += 1) {
    const [client, feature] = [clientNumber(edit), `edit-${edit >> 2}`];
    const key = edit % 2 === 0 ? KEYS.blocklistGlobal : KEYS.blocklistClients + client;
    const isAdded = edit % 4 < 2;
    const startedAt = performance.now();
    if (isAdded) await redis.sadd(key, feature);
    else if (edit % 2 === 0) await redis.srem(key, feature);
    else await redis.del(key);
    const asked = !isAdded && edit % 2 !== 0 ? featureOfClient(edit, 0) : feature;
    while ((await blocked(client, asked)) !== isAdded);
    took.push(performance.now() - startedAt);
  }
  return took;
}

async function measureCompletions(proxy, count) {
  const took = [];
  for (let index = 0; index < count; index += 1) {
    const startedAt = performance.now();
    const line = index % 2 === 0 ? 'featurecontrol block mod-' : `featurecontrol list client-${index % 10}`;
    await proxy.request('suggest', { line });
    took.push(performance.now() - startedAt);
  }
  return took;
}

function twentyFeatures() {
  return Array.from({ length: 20 }, (_, index) =>
    index % 5 === 0 ? featureNumber(index * 40_000) : `free-${index}`,
  );
}
