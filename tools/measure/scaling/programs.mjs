import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startBenchProxy } from '../plugin/bench-proxy.mjs';
import { startProgram } from '../../processes/program.mjs';
import { costOf } from './redis-cost.mjs';

const IDLE_MS = 20_000;
const QUICK_IDLE_MS = 1000;
const FEATURES = 200_000;
const QUICK_FEATURES = 2000;
const BATCH = 1000;
/**
 * Minimum memory of a feature in bytes, the size of its characters: with less, the list has not been read
 * yet.
 */
const MIN_BYTES = 16;

/**
 * Measures the connections and commands of an idle proxy and an idle sidecar, and a proxy's memory per
 * feature.
 * @param {{ redis: import('ioredis').Redis, redisUrl: string, jar: string, sidecar: string, directory:
 * string, env: NodeJS.ProcessEnv, quick: boolean }} options
 * @returns {Promise<import('../figures.mjs').Figure[]>}
 */
export async function measurePrograms({ redis, redisUrl, jar, sidecar, directory, env, quick }) {
  const idleMs = quick ? QUICK_IDLE_MS : IDLE_MS;
  const alone = { connections: await connectionsOf(redis), ...(await costOf(redis, () => delay(idleMs))) };
  const proxy = await startBenchProxy({ jars: [jar], directory: join(directory, 'scaling'), redisUrl, env });
  try {
    const figures = await idle('proxy', { redis, alone, idleMs });
    figures.push(await heapPerFeature({ redis, proxy, features: quick ? QUICK_FEATURES : FEATURES }));
    await redis.flushall();
    const withProxy = await connectionsOf(redis);
    const service = startProgram({
      name: 'sidecar',
      command: process.execPath,
      args: [sidecar],
      env: { PATH: process.env['PATH'], REDIS_URL: redisUrl, HOST: '127.0.0.1', PORT: '0' },
      isReadyLine: (line) => line.includes('Initial load complete'),
      timeoutMs: 60_000,
      graceMs: 5000,
      quiet: true,
    });
    await service.ready.then(() => delay(idleMs / 4));
    const connections = (await connectionsOf(redis)) - withProxy;
    await service.stop();
    return [...figures, { name: 'connections of one sidecar to Redis', value: connections }];
  } finally {
    await proxy.stop();
  }
}

async function connectionsOf(redis) {
  return (await redis.client('LIST')).trim().split('\n').length;
}

async function idle(name, { redis, alone, idleMs }) {
  const connections = (await connectionsOf(redis)) - alone.connections;
  const { commands, sentBytes } = await costOf(redis, () => delay(idleMs));
  const perSecond = (value) => (value * 1000) / idleMs;
  return [
    { name: `connections of one ${name} to Redis`, value: connections },
    { name: `commands of one idle ${name}, a second`, value: perSecond(commands - alone.commands) },
    { name: '… sent a second', value: perSecond(sentBytes - alone.sentBytes), unit: 'bytes' },
  ];
}

async function heapPerFeature({ redis, proxy, features }) {
  const before = (await proxy.request('usage')).heapBytes;
  const names = Array.from({ length: features }, (_, index) => `some-feature-${index}`);
  for (let at = 0; at < features; at += BATCH)
    await redis.sadd('fc:blocklist:global', ...names.slice(at, at + BATCH));
  const [player] = await proxy.join(1);
  const last = { id: '1', method: 'checkFeatures', payload: { client: 'x', features: [names.at(-1)] } };
  await proxy.ask(player, JSON.stringify(last));
  // Answers include the edit before the list is fully read again; afterwards its memory is stable.
  let [previous, current] = [0, before];
  while (Math.abs(current - previous) > features || current - before < MIN_BYTES * features) {
    await delay(2000);
    [previous, current] = [current, (await proxy.request('usage')).heapBytes];
  }
  return { name: 'a proxy’s memory for each feature', value: (current - before) / features, unit: 'bytes' };
}
