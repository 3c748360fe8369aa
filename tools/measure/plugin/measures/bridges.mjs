import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { SIMULATED_MODS } from '../../../mod/simulated-mods.mjs';
import { quantile } from '../../quantile.mjs';
import { SCRIPT_THREAD, startBenchProxy } from '../bench-proxy.mjs';

const PLAYERS = 2000;
const EDITS = 20;
/** Number of server switches per player; the first ones let the JVM compile the code. */
const SWITCHES = { warmUp: 10, measured: 3 };
/** The mods, one per player in rotation: they use messages on channels, chat, and a handshake. */
const MODS = ['xaero', 'voxelmap', 'midnight-controls', 'lunar', 'labymod'];
/** Alternately blocked and unblocked; each of the mods supports one of them, or a feature below it. */
const FEATURES = ['minimap', 'fast-block-placing'];
/** Time after which no further messages of an edit arrive, in milliseconds. */
const PAUSE_MS = 1000;
const TIMEOUT_MS = 60_000;
/** Longer than the delay of any bridge after an arrival, in milliseconds. */
const SETTLED_MS = 2500;
/** Share of a core below which the script counts as idle. */
const IDLE_SHARE = 0.05;
const GLOBAL_LIST = 'fc:blocklist:global';
const NANOS_PER_MICRO = 1000;
/** Maximum CPU time of the plugin's code on a proxy's thread, in microseconds. */
const MAX_MICROS = 50;
const EVENTS = {
  PlayerChannelRegisterEvent: 'a registration',
  'labymod:neo': 'a handshake',
  ServerPostConnectEvent: 'an arrival',
};

/**
 * Measures single edits on a proxy full of players with mods of bridges.
 * @type {import('../suite.mjs').Measure}
 */
export async function measureBridges({ jar, directory, redisUrl, redis, env, quick }) {
  const arrivals = [];
  const proxy = await startBenchProxy({
    jars: [jar],
    directory: join(directory, 'bridges'),
    redisUrl,
    env,
    settings: `[bridges]\nenabled = ${JSON.stringify(MODS)}\n`,
    onToClient: () => arrivals.push(performance.now()),
  });
  try {
    const players = await proxy.join(quick ? 40 : PLAYERS);
    await Promise.all(players.map((player, index) => announceMod(proxy, player, index)));
    await delay(SETTLED_MS);
    await untilScriptIdle(proxy);
    const times = await measureEdits({ redis, players, arrivals, edits: quick ? 2 : EDITS });
    const timings = await measureThreads(proxy, players, quick ? { warmUp: 1, measured: 1 } : SWITCHES);
    const name = `an edit reaches ${players.length.toLocaleString('en')} players with mods of bridges`;
    return [
      { name: `${name}, p50`, value: quantile(times, 0.5), unit: 'ms' },
      { name: `${name}, p99`, value: quantile(times, 0.99), unit: 'ms', target: { atMost: 300 } },
      ...Object.entries(EVENTS).flatMap(([event, what]) =>
        threadFigures(
          what,
          timings[`feature-control ${event} (CPU time)`],
          timings[`feature-control ${event}`],
        ),
      ),
    ];
  } finally {
    await proxy.stop();
    await redis.srem(GLOBAL_LIST, ...FEATURES);
  }
}

/** Waits until the script is idle, so that the joins of all players are not part of an edit's cost. */
async function untilScriptIdle(proxy) {
  const read = () => proxy.request('cpuTime', { thread: SCRIPT_THREAD });
  const deadline = performance.now() + TIMEOUT_MS;
  for (let before = await read(); performance.now() < deadline;) {
    await delay(PAUSE_MS / 2);
    const now = await read();
    const share = (now.cpuNanos - before.cpuNanos) / (now.atNanos - before.atNanos);
    if (share < IDLE_SHARE) return;
    before = now;
  }
  throw new Error('the script did not become idle after the players had joined');
}

async function measureEdits({ redis, players, arrivals, edits }) {
  const times = [];
  for (let edit = 0; edit < edits; edit += 1) {
    arrivals.length = 0;
    const startedAt = performance.now();
    await redis[edit % 2 === 0 ? 'sadd' : 'srem'](GLOBAL_LIST, ...FEATURES);
    const deadline = startedAt + TIMEOUT_MS;
    while (arrivals.length < players.length) {
      if (performance.now() > deadline)
        throw new Error(`${arrivals.length} messages reached ${players.length} clients`);
      await delay(PAUSE_MS / 10);
    }
    // Waits for the last messages to players who receive more than one.
    await delay(PAUSE_MS);
    times.push(...arrivals.map((at) => at - startedAt));
  }
  return times;
}

/** Measures the time of the plugin's code on the proxy's threads while all players switch servers. */
async function measureThreads(proxy, players, { warmUp, measured }) {
  for (let round = 0; round < warmUp + measured; round += 1) {
    if (round === warmUp) await proxy.request('timings', { enabled: true });
    await Promise.all(players.map((player, index) => switchServer(proxy, player, index)));
  }
  return await proxy.request('timings', { enabled: false });
}

async function switchServer(proxy, player, index) {
  await proxy.request('startSwitch', { player, server: 'other' });
  await proxy.request('acknowledgeConfiguration', { player });
  await proxy.request('arrive', { player });
  await announceMod(proxy, player, index);
}

/** Sends the registration or handshake of the player's mod, as a client does on every server. */
async function announceMod(proxy, player, index) {
  const { registers = [], sends = [] } = SIMULATED_MODS[MODS[index % MODS.length]];
  const send = (channel, bytes) =>
    proxy.request('send', { player, channel, data: Buffer.from(bytes).toString('base64') });
  if (registers.length > 0) await send('minecraft:register', registers.join('\0'));
  for (const { channel, hex } of sends) await send(channel, Buffer.from(hex, 'hex'));
}

/** @returns {import('../../figures.mjs').Figure[]} */
function threadFigures(what, cpu, time) {
  const name = `proxy’s thread in our code for bridges, ${what}`;
  const figure = (quantileName, nanos) => ({
    name: `${name}, ${quantileName}`,
    value: nanos / NANOS_PER_MICRO,
    unit: 'µs',
  });
  return [
    figure('CPU time, p50', cpu.p50),
    { ...figure('CPU time, p99', cpu.p99), target: { atMost: MAX_MICROS } },
    figure('CPU time, p99.9', cpu.p999),
    figure('CPU time, longest', cpu.max),
    figure('wall-clock time, p99', time.p99),
  ];
}
