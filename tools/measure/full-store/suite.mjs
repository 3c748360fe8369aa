/**
 * `npm run bench -- full-store`: measures the built sidecar on the largest promised store, and the time until
 * each kind of write is served.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { buildAll } from '../../assemble/build.mjs';
import { freePort } from '../../processes/free-port.mjs';
import { startProgram } from '../../processes/program.mjs';
import { quantile } from '../quantile.mjs';
import { withBenchRedis } from '../plugin/bench-redis.mjs';
import { editsOf } from './edits.mjs';
import { fill, FULL, SMALL } from './store.mjs';
import { measureFlood } from './flood.mjs';
import { readAll } from './read-all.mjs';
import { watchOthers, WebClient } from './web-client.mjs';

const FRESH = { atMost: 30 };
/**
 * Maximum random delay between two rounds, in milliseconds, so that writes arrive at any moment of the
 * sidecar's own periodic work.
 */
const MAX_PAUSE_MS = 300;

/** @type {import('../bench.mjs').Suite} */
export async function run({ progress, env, quick }) {
  const { sidecar } = await buildAll(progress, env);
  return await withBenchRedis(env['FC_REDIS_SERVER'], async ({ redisUrl, redis }) => {
    const size = quick ? SMALL : FULL;
    await progress.step('filling Redis', () => fill(redis, size));
    const pipelineMs = await readAll(redisUrl, size);
    return await withSidecar(sidecar, redisUrl, (started) =>
      progress.step('sidecar on a full store', (note) =>
        measure({ ...started, pipelineMs, redis, size, rounds: quick ? 3 : 100, note }),
      ),
    );
  });
}

async function withSidecar(sidecar, redisUrl, work) {
  const port = await freePort();
  const startedMs = performance.now();
  const service = startProgram({
    name: 'sidecar',
    command: process.execPath,
    args: [sidecar],
    env: { ...process.env, REDIS_URL: redisUrl, HOST: '127.0.0.1', PORT: String(port) },
    isReadyLine: (line) => line.includes('Initial load complete'),
    timeoutMs: 60_000,
    graceMs: 5000,
    quiet: true,
  });
  try {
    await service.ready;
    const loadMs = performance.now() - startedMs;
    return await work({ origin: `http://127.0.0.1:${port}`, pid: service.pid, loadMs });
  } finally {
    await service.stop();
  }
}

async function measure({ origin, pid, loadMs, pipelineMs, redis, size, rounds, note }) {
  const figures = [
    { name: 'until everything is served', value: loadMs / 1000, unit: 's' },
    { name: '… to read the same keys by a pipeline', value: pipelineMs / 1000, unit: 's' },
    { name: '… ÷ that', value: loadMs / pipelineMs, unit: '×', target: { atMost: 3 } },
  ];
  figures.push({ name: 'memory after loading', value: memoryOf(pid, 'VmRSS'), unit: 'MB' });
  const client = new WebClient(origin);
  const others = watchOthers(origin);
  await redis.config('SET', 'slowlog-log-slower-than', '1000');
  for (const edit of editsOf(size)) {
    note(edit.name);
    figures.push(...(await measureEdit(edit, { client, redis, rounds })));
  }
  figures.push(...(await measureFlood({ client, redis, size, note })));
  const tookMs = await others.stop();
  figures.push({ name: 'other requests meanwhile: p99', value: quantile(tookMs, 0.99), unit: 'ms' });
  figures.push({ name: 'other requests meanwhile: the slowest', value: tookMs.at(-1), unit: 'ms' });
  figures.push({
    name: 'longest command of Redis',
    value: await longestCommandMs(redis),
    unit: 'ms',
    target: { atMost: 10 },
  });
  figures.push({
    name: 'memory at most',
    value: memoryOf(pid, 'VmHWM'),
    unit: 'MB',
    target: { atMost: 500 },
  });
  client.close();
  return figures;
}

/** Measures the time from the reply to a write until it is served. */
async function measureEdit({ name, write, target, shows }, { client, redis, rounds }) {
  const tookMs = [];
  for (let round = 1; round <= rounds; round++) {
    await delay(Math.random() * MAX_PAUSE_MS);
    await write(redis, round);
    const writtenMs = performance.now();
    tookMs.push((await client.until(target(round), shows(round))) - writtenMs);
  }
  return [
    { name: `${name}, until served: median`, value: quantile(tookMs, 0.5), unit: 'ms', target: FRESH },
    { name: `${name}, until served: p99`, value: quantile(tookMs, 0.99), unit: 'ms', target: FRESH },
  ];
}

/** Returns the longest of the sidecar's read commands; the bench's own bulk writes are not counted. */
async function longestCommandMs(redis) {
  const reads = new Set(['scan', 'get', 'pttl', 'hscan', 'xrevrange']);
  const slow = await redis.slowlog('GET', 1000);
  const tookUs = slow.filter(([, , , [command]]) => reads.has(command.toLowerCase())).map(([, , us]) => us);
  return Math.max(0, ...tookUs) / 1000;
}

/** @returns megabytes, of 1,000,000 bytes; NaN if the system does not provide the value */
function memoryOf(pid, what) {
  try {
    const [, kilobytes] =
      new RegExp(`^${what}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return (Number(kilobytes) * 1024) / 1e6;
  } catch {
    return NaN;
  }
}
