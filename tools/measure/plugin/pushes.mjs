import { setTimeout as delay } from 'node:timers/promises';
import { quantile } from '../quantile.mjs';
import { startBenchProxy } from './bench-proxy.mjs';

const PLAYERS = 1000;
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
/** A feature of every mod, so that an edit of it affects all players. */
const EDITED = 'edited-feature';
const GLOBAL_LIST = 'fc:blocklist:global';
const MICROS_PER_MS = 1000;

/**
 * Measures the time from an edit that affects all subscribed players of a proxy until it has reached their
 * clients.
 * @type {import('./suite.mjs').Measure}
 */
export async function measurePushes(bench) {
  const sizes = bench.quick
    ? { players: 20, warmUp: 2, edits: 2 }
    : { players: PLAYERS, warmUp: WARM_UP_EDITS, edits: EDITS };
  const proxy = await startBenchProxy(bench, { name: 'pushes' });
  try {
    const players = await proxy.join(sizes.players);
    for (const [index, player] of players.entries()) {
      const answer = await proxy.ask(player, subscription(index));
      if (!answer.includes('"ok":true')) throw new Error(`a subscription was answered ${answer}`);
    }
    await proxy.watchEvents(players);
    await edit(bench.redis, proxy, { times: sizes.warmUp, players: sizes.players });
    const tookMs = await edit(bench.redis, proxy, { times: sizes.edits, players: sizes.players });
    const name = `an edit reaches ${sizes.players.toLocaleString('en')} subscribed players of one proxy`;
    return [
      { name: `${name}, p50`, value: quantile(tookMs, 0.5), unit: 'ms' },
      { name: `${name}, p99`, value: quantile(tookMs, 0.99), unit: 'ms', target: { atMost: 200 } },
    ];
  } finally {
    await proxy.stop();
    await bench.redis.srem(GLOBAL_LIST, EDITED);
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

/** @returns {Promise<number[]>} the times from each edit to each message, in milliseconds */
async function edit(redis, proxy, { times, players }) {
  const tookMs = [];
  for (let count = 0; count < times; count += 1) {
    const startedAt = Date.now();
    await redis[count % 2 === 0 ? 'sadd' : 'srem'](GLOBAL_LIST, EDITED);
    await delay(PAUSE_MS);
    for (let arrived = 0; arrived < players; await delay(POLL_MS)) {
      const { epochMicros } = await proxy.takeEvents();
      tookMs.push(...epochMicros.map((micros) => micros / MICROS_PER_MS - startedAt));
      arrived += epochMicros.length;
      if (Date.now() > startedAt + TIMEOUT_MS)
        throw new Error(`${arrived} events reached ${players} clients`);
    }
  }
  return tookMs;
}
