import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { quantile } from '../../quantile.mjs';
import { SCRIPT_THREAD, startBenchProxy } from '../bench-proxy.mjs';
import { twentyFeatures } from '../requests.mjs';
import { withLimit } from '../settings.mjs';

/**
 * The number of proxies in the promise, which share the cores of this machine; and a single one that has the
 * cores to itself, like a proxy with its own machine.
 */
const PROXIES = { together: 3, alone: 1 };
const PLAYERS_OF_EACH = 1000;
/** Players of the first proxy who send requests in parallel, and have not subscribed. */
const ASKING = 200;
const ASKED_PER_SECOND = 200;
/**
 * Players of the first proxy who send a request that the script answers immediately: its latency is the time
 * for which the script is busy.
 */
const PROBING = 100;
const PROBES_PER_SECOND = 500;
const PROBE = JSON.stringify({ id: 'probe', method: 'no-such-method' });
const EDITS = 20;
/** Edits before the measurement, for the JVM to compile the code. */
const WARM_UP_EDITS = 6;
/** Time from one edit to the next if its events arrive sooner, in milliseconds. */
const PAUSE_MS = 500;
const POLL_MS = 20;
const TIMEOUT_MS = 20_000;
/** The mods and their features; players have different combinations of mods. */
const MODS = 10;
const MODS_OF_PLAYER = 6;
const FEATURES_OF_MOD = 8;
const WARM_UP_SECONDS = 5;
/** A feature of every mod, so that an edit of it affects all players. */
const EDITED = 'edited-feature';
const GLOBAL_LIST = 'fc:blocklist:global';
const NANOS_PER_MS = 1e6;
const NANOS_PER_MICRO = 1000;
const MICROS_PER_MS = 1000;

/**
 * Measures edits that affect all subscribed players: the time until the edit reaches their clients, and the
 * latency of other players' requests, on several proxies and on one. For comparison, also measures that
 * latency while the stand-in itself sends the same messages at the same times, without the plugin.
 * @type {import('../suite.mjs').Measure}
 */
export async function measurePushes(bench) {
  const together = await measureOn(PROXIES.together, bench);
  return [...together, ...(await measureOn(PROXIES.alone, bench))];
}

async function measureOn(count, bench) {
  const { redis } = bench;
  const proxies = [];
  const sizes = bench.quick
    ? { players: 20, asking: 10, edits: 2, warmUpEdits: 2 }
    : { players: PLAYERS_OF_EACH, asking: ASKING, edits: EDITS, warmUpEdits: WARM_UP_EDITS };
  try {
    for (let index = 0; index < count; index += 1)
      proxies.push({ proxy: await startProxy(bench, `${count}-${index}`), players: [] });
    await subscribeAll(proxies, sizes.players);
    // With several proxies, the probes that measure how long the script is busy would use too much of the
    // cores.
    const isProbed = count === PROXIES.alone;
    const others = await joinOthers(proxies[0].proxy, { count: sizes.asking, isProbed });
    if (!bench.quick) await others.warmUp();
    const { latest } = await editSome({ redis, proxies, edits: sizes.warmUpEdits });
    const seconds = (sizes.edits * PAUSE_MS) / 1000;
    const alone = await others.ask(seconds, async () => undefined);
    // If there are several proxies, measures one without requests.
    const scriptNanos = await spentBy(proxies[count - 1].proxy);
    const pushed = await others.ask(seconds, () => editSome({ redis, proxies, edits: sizes.edits }));
    const perEventNanos = (await scriptNanos()) / (sizes.edits * sizes.players);
    const reference = await others.ask(seconds, () => sendSome(proxies, latest, sizes.edits));
    return figuresOf({ proxies: count, players: sizes.players, alone, pushed, reference, perEventNanos });
  } finally {
    await Promise.all(proxies.map(({ proxy }) => proxy.stop()));
    await redis.srem(GLOBAL_LIST, EDITED);
  }
}

/**
 * @returns {Promise<() => Promise<number>>} the script's CPU time since then, in nanoseconds
 */
async function spentBy(proxy) {
  const spent = async () => (await proxy.request('cpuTime', { thread: SCRIPT_THREAD })).cpuNanos;
  const before = await spent();
  return async () => (await spent()) - before;
}

function startProxy({ jar, directory, redisUrl, env }, index) {
  return startBenchProxy({
    jars: [jar],
    directory: join(directory, `pushes-${index}`),
    redisUrl,
    env,
    settings: withLimit(1),
  });
}

async function subscribeAll(proxies, playersOfEach) {
  let count = 0;
  for (const each of proxies) {
    each.players = await each.proxy.join(playersOfEach);
    for (const player of each.players) {
      const answer = await each.proxy.ask(player, subscription(count));
      if (!answer.includes('"ok":true')) throw new Error(`a subscription was answered ${answer}`);
      count += 1;
    }
    await each.proxy.watchEvents(each.players);
  }
}

function subscription(number) {
  const subscriptions = Array.from({ length: MODS_OF_PLAYER }, (_, index) => {
    const mod = (number + index) % MODS;
    const features = Array.from({ length: FEATURES_OF_MOD }, (__, at) => `feature-${at}-of-mod-${mod}`);
    return { client: `mod-${mod}`, features: [...features, EDITED] };
  });
  return JSON.stringify({ id: `subscribe-${number}`, method: 'subscribe', payload: { subscriptions } });
}

/** Joins players who do not subscribe, and measures the latency of their requests. */
async function joinOthers(proxy, { count, isProbed }) {
  const asking = { players: await proxy.join(count), contents: [twentyFeatures()] };
  const probing = { players: await proxy.join(PROBING), contents: [PROBE], perSecond: PROBES_PER_SECOND };
  return {
    warmUp: () => proxy.load({ ...asking, perSecond: 2000, seconds: WARM_UP_SECONDS }),
    async ask(seconds, meanwhile) {
      const [answers, probes, result] = await Promise.all([
        proxy.load({ ...asking, perSecond: ASKED_PER_SECOND, seconds }),
        isProbed ? proxy.load({ ...probing, seconds }) : undefined,
        meanwhile(),
      ]);
      return {
        p99: answers.answerNanos.p99 / NANOS_PER_MS,
        longest: probes === undefined ? undefined : probes.answerNanos.max / NANOS_PER_MS,
        result,
      };
    },
  };
}

/**
 * @returns {Promise<{ times: number[], latest: string }>} the times from each edit to each message, in
 * milliseconds
 */
async function editSome({ redis, proxies, edits }) {
  const count = proxies.reduce((sum, { players }) => sum + players.length, 0);
  const times = [];
  let latest = '';
  for (let edit = 0; edit < edits; edit += 1) {
    const startedAt = Date.now();
    await redis[edit % 2 === 0 ? 'sadd' : 'srem'](GLOBAL_LIST, EDITED);
    await delay(PAUSE_MS);
    let arrived = 0;
    for (;;) {
      for (const { proxy } of proxies) {
        const events = await proxy.takeEvents();
        times.push(...events.epochMicros.map((micros) => micros / MICROS_PER_MS - startedAt));
        arrived += events.epochMicros.length;
        if (events.epochMicros.length > 0) ({ latest } = events);
      }
      if (arrived === count) break;
      if (Date.now() > startedAt + TIMEOUT_MS) throw new Error(`${arrived} events reached ${count} clients`);
      await delay(POLL_MS);
    }
  }
  return { times, latest };
}

/** Sends the same messages at the same rate from the proxies themselves. */
async function sendSome(proxies, data, times) {
  for (let sent = 0; sent < times; sent += 1) {
    await Promise.all(proxies.map(({ proxy, players }) => proxy.sendToAll(players, data)));
    await delay(PAUSE_MS);
    await Promise.all(proxies.map(({ proxy }) => proxy.takeEvents()));
  }
}

/** @returns {import('../../figures.mjs').Figure[]} */
function figuresOf({ proxies, players, alone, pushed, reference, perEventNanos }) {
  const isTogether = proxies > PROXIES.alone;
  const on = isTogether ? `${proxies} proxies that share the cores` : 'one proxy';
  const name = `an edit reaches ${(proxies * players).toLocaleString('en')} subscribed players on ${on}`;
  const ms = (what, value) => ({ name: what, value, unit: 'ms' });
  const longer = ({ p99 }) => Math.max(0, p99 - alone.p99);
  const figures = [
    ms(`${name}, p50`, quantile(pushed.result.times, 0.5)),
    { ...ms(`${name}, p99`, quantile(pushed.result.times, 0.99)), target: { atMost: 200 } },
    ms('… answers without pushes, p99', alone.p99),
    ms('… answers while all are pushed to, p99', pushed.p99),
    { ...ms('… longer by', longer(pushed)), target: { atMost: 5 } },
    ms('… answers while the stand-in alone sends the same, p99', reference.p99),
    ms('… longer by', longer(reference)),
  ];
  if (isTogether)
    return [
      ...figures,
      { name: '… script’s CPU time for an event', value: perEventNanos / NANOS_PER_MICRO, unit: 'µs' },
    ];
  return [
    ...figures,
    ms('… longest wait for the script without pushes', alone.longest),
    ms('… while all are pushed to', pushed.longest),
    ms('… while the stand-in alone sends the same', reference.longest),
  ];
}
