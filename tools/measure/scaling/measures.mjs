import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { quantile } from '../quantile.mjs';
import { costOf, usedMemory } from './redis-cost.mjs';
import { TrackingConnection } from './tracking-connection.mjs';

const PREFIX = 'fc:';
const GLOBAL = `${PREFIX}blocklist:global`;
/** The number of proxies in the calculation of docs/scaling.md. */
const PROXIES = 50;
/** The number of members that a proxy requests per command, as in lettuce-commands.ts. */
const SCAN_COUNT = 1000;
const MICRO = 'µs';

/**
 * @typedef {object} Scale
 * @property {Redis} redis
 * @property {number} port of that Redis
 * @property {number} times number of repetitions of each operation
 */

/**
 * Measures permits that are taken over one connection per proxy, with one request in flight on each: the
 * highest cost for Redis. Both commands are sent together; a proxy sends the second one only after a refusal.
 * @param {Scale} scale
 * @returns {Promise<import('../figures.mjs').Figure[]>}
 */
export async function measurePermits({ redis, port, times }) {
  const proxies = Array.from({ length: PROXIES }, () => new Redis(port, '127.0.0.1'));
  const players = Array.from({ length: times }, () => `${PREFIX}ratelimit:checkFeatures:${randomUUID()}`);
  const take = (proxy, key) => Promise.all([proxy.set(key, '1', 'PX', 600_000, 'NX'), proxy.pttl(key)]);
  const each = (request) => () =>
    Promise.all(
      proxies.map(async (proxy, index) => {
        for (let at = index; at < players.length; at += PROXIES) await request(proxy, players[at]);
      }),
    );
  try {
    const empty = await usedMemory(redis);
    const granted = await costOf(redis, each(take));
    const bytes = (await usedMemory(redis)) - empty;
    const refused = await costOf(redis, each(take));
    await redis.flushall();
    return [
      { name: 'Redis’s CPU time for a permit', value: granted.cpuMicros / times, unit: MICRO },
      { name: 'Redis’s CPU time for a refusal', value: refused.cpuMicros / times, unit: MICRO },
      { name: 'Redis’s memory for a permit', value: bytes / times, unit: 'bytes' },
    ];
  } finally {
    for (const proxy of proxies) proxy.disconnect();
  }
}

/**
 * Measures edits with an increasing number of tracking connections, and the cost of each connection.
 * @param {Scale} scale
 * @returns {Promise<import('../figures.mjs').Figure[]>}
 */
export async function measureFanOut({ redis, port, times }) {
  const edits = Math.ceil(times / 20);
  const none = await measureEdits({ redis, port, edits, listeners: 0 });
  const figures = [];
  for (const listeners of [PROXIES, PROXIES * 4]) {
    const cost = await measureEdits({ redis, port, edits, listeners });
    const pushes = edits * listeners;
    const name = `an edit, reported to ${listeners} connections`;
    figures.push(
      { name: `${name}, until the last has received it, p50`, value: cost.p50, unit: 'ms' },
      { name: `${name}, until the last has received it, p99`, value: cost.p99, unit: 'ms' },
      {
        name: '… Redis’s CPU time for each',
        value: (cost.cpuMicros - none.cpuMicros) / pushes,
        unit: MICRO,
      },
      { name: '… sent to each', value: (cost.sentBytes - none.sentBytes) / pushes, unit: 'bytes' },
    );
  }
  return figures;
}

async function measureEdits({ redis, port, edits, listeners }) {
  const opening = Array.from({ length: listeners }, () =>
    TrackingConnection.open(port, `${PREFIX}blocklist:`),
  );
  const connections = await Promise.all(opening);
  const tookMs = [];
  const cost = await costOf(redis, async () => {
    for (let edit = 1; edit <= edits; edit++) {
      const startedAt = performance.now();
      await redis.sadd(GLOBAL, `feature-${edit}`);
      while (connections.some(({ pushes }) => pushes < edit)) await delay(0);
      tookMs.push(Math.max(startedAt, ...connections.map(({ latestAtMs }) => latestAtMs)) - startedAt);
    }
  });
  for (const connection of connections) connection.close();
  await redis.flushall();
  return { ...cost, p50: quantile(tookMs, 0.5), p99: quantile(tookMs, 0.99) };
}

/**
 * Measures lists of several lengths: the memory of one, and the cost of reading it by one proxy after an
 * edit.
 * @param {Scale} scale
 * @returns {Promise<import('../figures.mjs').Figure[]>}
 */
export async function measureLists({ redis, times }) {
  const figures = [];
  for (const size of [500, 10_000, 100_000]) {
    const features = Array.from({ length: size }, (_, index) => `some-feature-${index}`);
    for (let at = 0; at < size; at += 1000) await redis.sadd(GLOBAL, ...features.slice(at, at + 1000));
    const bytes = await redis.memory('USAGE', GLOBAL, 'SAMPLES', 0);
    const reads = Math.max(3, Math.ceil((times * 5) / size));
    const { cpuMicros, sentBytes } = await costOf(redis, async () => {
      for (let read = 0; read < reads; read++) await readByScan(redis);
    });
    const name = `a list of ${size.toLocaleString('en')} features`;
    figures.push(
      { name: `${name}: Redis’s memory for each feature`, value: bytes / size, unit: 'bytes' },
      { name: '… Redis’s CPU time when it is read', value: cpuMicros / reads, unit: MICRO },
      { name: '… sent when it is read', value: sentBytes / reads, unit: 'bytes' },
    );
    await redis.flushall();
  }
  return figures;
}

/** Reads a list like a proxy. */
async function readByScan(redis) {
  let cursor = '0';
  do [cursor] = await redis.sscan(GLOBAL, cursor, 'COUNT', SCAN_COUNT);
  while (cursor !== '0');
}
