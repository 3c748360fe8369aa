import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { quantile } from '../../quantile.cjs';
import { startBenchProxy } from '../bench-proxy.mjs';
import { twentyFeatures } from '../requests.mjs';
import { withLimit } from '../settings.mjs';

const PROXIES = 3;
const PLAYERS_OF_EACH = 1000;
/** Players of the first proxy who ask meanwhile, and have not subscribed. */
const ASKING = 200;
const ASKED_PER_SECOND = 200;
const EDITS = 20;
/** From one edit to the next, where its events come sooner. */
const PAUSE_MS = 500;
const PATIENCE_MS = 20_000;
/** How an event begins, in Base64. */
const EVENT = Buffer.from('{"event":').toString('base64');
/** Mods of a player, each with so many features; players have them in different combinations. */
const MODS = 10;
const MODS_OF_PLAYER = 6;
const FEATURES_OF_MOD = 8;
const WARM_UP_SECONDS = 5;
/** Every mod has it, so that all are affected when it is edited. */
const EDITED = 'edited-feature';
const GLOBAL_LIST = 'fc:blocklist:global';
const MS = 1e6;

/**
 * Players on three proxies who have all subscribed to what is edited: how long an edit takes to their
 * clients, and what others wait meanwhile. @type {import('../suite.mjs').Measure}
 */
export async function measurePushes(bench) {
  const redis = new Redis(bench.redisUrl);
  const arrivals = [];
  const proxies = [];
  try {
    for (let index = 0; index < PROXIES; index += 1)
      proxies.push(await startProxy(bench, index, (data) => noteEvent(data, arrivals)));
    const count = await subscribeAll(proxies, bench.quick ? 20 : PLAYERS_OF_EACH);
    const asking = await proxies[0].join(bench.quick ? 10 : ASKING);
    const edits = bench.quick ? 2 : EDITS;
    const load = {
      ...{ players: asking, contents: [twentyFeatures()], perSecond: ASKED_PER_SECOND },
      seconds: (edits * PAUSE_MS) / 1000,
    };
    if (!bench.quick) await proxies[0].load({ ...load, perSecond: 2000, seconds: WARM_UP_SECONDS });
    await editSome({ redis, arrivals, count, edits: 2 });
    const { answerNanos: alone } = await proxies[0].load(load);
    const meanwhile = editSome({ redis, arrivals, count, edits });
    const { answerNanos: beside } = await proxies[0].load(load);
    return figuresOf(await meanwhile, count, alone, beside);
  } finally {
    await Promise.all(proxies.map((proxy) => proxy.stop()));
    await redis.srem(GLOBAL_LIST, EDITED);
    redis.disconnect();
  }
}

function startProxy({ build, jar, directory, redisUrl, env }, index, onToClient) {
  return startBenchProxy({
    classPath: build.hostClassPath,
    jars: [jar],
    directory: join(directory, `pushes-${index}`),
    ...{ redisUrl, env, settings: withLimit(1), onToClient },
  });
}

/** @returns {Promise<number>} how many have subscribed */
async function subscribeAll(proxies, playersOfEach) {
  let count = 0;
  for (const proxy of proxies) {
    const players = await proxy.join(playersOfEach);
    for (const player of players) {
      const answer = await proxy.ask(player, subscription(count));
      if (!answer.includes('"ok":true')) throw new Error(`a subscription was answered ${answer}`);
      count += 1;
    }
  }
  return count;
}

function noteEvent(data, arrivals) {
  if (data?.startsWith(EVENT)) arrivals.push(performance.now());
}

function subscription(number) {
  const subscriptions = Array.from({ length: MODS_OF_PLAYER }, (_, index) => {
    const mod = (number + index) % MODS;
    const features = Array.from({ length: FEATURES_OF_MOD }, (__, at) => `feature-${at}-of-mod-${mod}`);
    return { client: `mod-${mod}`, features: [...features, EDITED] };
  });
  return JSON.stringify({ id: `subscribe-${number}`, method: 'subscribe', payload: { subscriptions } });
}

/** @returns {Promise<number[]>} from each edit to each message at a client, in milliseconds */
async function editSome({ redis, arrivals, count, edits }) {
  const times = [];
  for (let edit = 0; edit < edits; edit += 1) {
    arrivals.length = 0;
    const startedAt = performance.now();
    await redis[edit % 2 === 0 ? 'sadd' : 'srem'](GLOBAL_LIST, EDITED);
    await delay(PAUSE_MS);
    while (arrivals.length < count && performance.now() < startedAt + PATIENCE_MS) await delay(10);
    if (arrivals.length !== count) throw new Error(`${arrivals.length} events reached ${count} clients`);
    times.push(...arrivals.map((at) => at - startedAt));
  }
  return times;
}

/** @returns {import('../../figures.mjs').Figure[]} */
function figuresOf(times, count, alone, beside) {
  const name = `an edit reaches ${count.toLocaleString('en')} subscribed players on ${PROXIES} proxies`;
  return [
    { name: `${name}, p50`, value: quantile(times, 0.5), unit: 'ms' },
    { name: `${name}, p99`, value: quantile(times, 0.99), unit: 'ms', target: { atMost: 200 } },
    { name: 'answers without pushes, p99', value: alone.p99 / MS, unit: 'ms' },
    { name: 'answers while all are pushed to, p99', value: beside.p99 / MS, unit: 'ms' },
    {
      name: '… longer by',
      value: Math.max(0, beside.p99 - alone.p99) / MS,
      unit: 'ms',
      target: { atMost: 5 },
    },
  ];
}
