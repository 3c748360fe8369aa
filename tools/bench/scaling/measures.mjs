import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { costOf, usedMemory } from './redis-cost.mjs';
import { TrackingConnection } from './tracking-connection.mjs';

const PREFIX = 'fc:';
const GLOBAL = `${PREFIX}blocklist:global`;
/** The proxies of the arithmetic in docs/scaling.md. */
const PROXIES = 50;
/** So many members a proxy asks for at once, as in lettuce-commands.ts. */
const PIECE = 1000;
const MICRO = 'µs';

/**
 * @typedef {object} Scale
 * @property {Redis} redis
 * @property {number} port of that Redis
 * @property {number} times how often each thing is done
 */

/**
 * Permits, taken over as many connections as there are proxies, with one request under way on each: as costly
 * to Redis as it gets. Each is two commands, sent together.
 * @param {Scale} scale @returns {Promise<import('../figures.mjs').Figure[]>}
 */
export async function measurePermits({ redis, port, times }) {
  const proxies = Array.from({ length: PROXIES }, () => new Redis(port, '127.0.0.1'));
  const players = Array.from({ length: times }, () => `${PREFIX}ratelimit:checkFeatures:${randomUUID()}`);
  const take = (proxy, key) => Promise.all([proxy.set(key, '1', 'PX', 600_000, 'NX'), proxy.pttl(key)]);
  const each = (ask) => () =>
    Promise.all(
      proxies.map(async (proxy, index) => {
        for (let at = index; at < players.length; at += PROXIES) await ask(proxy, players[at]);
      }),
    );
  try {
    const empty = await usedMemory(redis);
    const granted = await costOf(redis, each(take));
    const bytes = (await usedMemory(redis)) - empty;
    const refused = await costOf(redis, each(take));
    await redis.flushall();
    return [
      { name: 'Redis’s processor for a permit', value: granted.cpuMicros / times, unit: MICRO },
      { name: 'Redis’s processor for a refusal', value: refused.cpuMicros / times, unit: MICRO },
      { name: 'Redis’s memory for a permit', value: bytes / times, unit: 'bytes' },
    ];
  } finally {
    for (const proxy of proxies) proxy.disconnect();
  }
}

/**
 * Edits, reported to more and more connections that listen: what each of them adds.
 * @param {Scale} scale @returns {Promise<import('../figures.mjs').Figure[]>}
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
        name: '… Redis’s processor for each',
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
  tookMs.sort((a, b) => a - b);
  return { ...cost, p50: tookMs[Math.floor(edits * 0.5)], p99: tookMs[Math.ceil(edits * 0.99) - 1] };
}

/**
 * Lists of several lengths: what one costs to be kept, and to be read by one proxy after an edit.
 * @param {Scale} scale @returns {Promise<import('../figures.mjs').Figure[]>}
 */
export async function measureLists({ redis, times }) {
  const figures = [];
  for (const size of [500, 10_000, 100_000]) {
    const features = Array.from({ length: size }, (_, index) => `some-feature-${index}`);
    for (let at = 0; at < size; at += 1000) await redis.sadd(GLOBAL, ...features.slice(at, at + 1000));
    const bytes = await redis.memory('USAGE', GLOBAL, 'SAMPLES', 0);
    const reads = Math.max(3, Math.ceil((times * 5) / size));
    const { cpuMicros, sentBytes } = await costOf(redis, async () => {
      for (let read = 0; read < reads; read++) await readInPieces(redis);
    });
    const name = `a list of ${size.toLocaleString('en')} features`;
    figures.push(
      { name: `${name}: Redis’s memory for each feature`, value: bytes / size, unit: 'bytes' },
      { name: '… Redis’s processor when it is read', value: cpuMicros / reads, unit: MICRO },
      { name: '… sent when it is read', value: sentBytes / reads, unit: 'bytes' },
    );
    await redis.flushall();
  }
  return figures;
}

/** As a proxy reads a list. */
async function readInPieces(redis) {
  let cursor = '0';
  do [cursor] = await redis.sscan(GLOBAL, cursor, 'COUNT', PIECE);
  while (cursor !== '0');
}
