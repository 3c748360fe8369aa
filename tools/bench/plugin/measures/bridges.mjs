import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { PLAYED_MODS } from '../../../mod/played-mods.mjs';
import { quantile } from '../../quantile.mjs';
import { startBenchProxy } from '../bench-proxy.mjs';

const PLAYERS = 2000;
const EDITS = 20;
/** What the players have, in turns: messages on channels, and in the chat. */
const MODS = ['xaero', 'voxelmap', 'controlify', 'lunar'];
/** Blocked and un-blocked in turns; each of the mods can block it, or something that it includes. */
const FEATURES = ['minimap', 'reach-around'];
/** After it, no message comes any more that an edit has caused. */
const PAUSE_MS = 1000;
const GLOBAL_LIST = 'fc:blocklist:global';

/** A proxy full of players with mods of bridges, and single edits. @type {import('../suite.mjs').Measure} */
export async function measureBridges({ build, jar, directory, redisUrl, env, quick }) {
  const redis = new Redis(redisUrl);
  const arrivals = [];
  const proxy = await startBenchProxy({
    classPath: build.hostClassPath,
    jars: [jar],
    directory: join(directory, 'bridges'),
    ...{ redisUrl, env, settings: `[bridges]\nenabled = ${JSON.stringify(MODS)}\n` },
    onToClient: () => arrivals.push(performance.now()),
  });
  try {
    const players = await proxy.join(quick ? 40 : PLAYERS);
    await Promise.all(players.map((player, index) => register(proxy, player, MODS[index % MODS.length])));
    await delay(PAUSE_MS);
    const times = [];
    for (let edit = 0; edit < (quick ? 2 : EDITS); edit += 1) {
      arrivals.length = 0;
      const startedAt = performance.now();
      await redis[edit % 2 === 0 ? 'sadd' : 'srem'](GLOBAL_LIST, ...FEATURES);
      await delay(PAUSE_MS);
      if (arrivals.length < players.length)
        throw new Error(`${arrivals.length} messages reached the clients`);
      times.push(...arrivals.map((at) => at - startedAt));
    }
    const name = `an edit reaches ${players.length.toLocaleString('en')} players with mods of bridges`;
    return [
      { name: `${name}, p50`, value: quantile(times, 0.5), unit: 'ms' },
      { name: `${name}, p99`, value: quantile(times, 0.99), unit: 'ms', target: { atMost: 300 } },
    ];
  } finally {
    await proxy.stop();
    await redis.srem(GLOBAL_LIST, ...FEATURES);
    redis.disconnect();
  }
}

async function register(proxy, player, mod) {
  const data = Buffer.from(PLAYED_MODS[mod].registers.join('\0')).toString('base64');
  await proxy.request('send', { player, channel: 'minecraft:register', data });
}
