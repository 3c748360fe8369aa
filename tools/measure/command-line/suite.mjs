/**
 * `npm run bench -- command-line`: measures the time of `block` compared with Node's own start, the time and
 * memory of an export of many lists, and the rate at which Redis records edits.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { buildAll } from '../../assemble/build.mjs';
import { COMMAND_LINE } from '../../assemble/steps/command-line.mjs';
import { withBenchRedis } from '../plugin/bench-redis.mjs';
import { quantile } from '../quantile.mjs';
import { measureAudit } from './audit.mjs';

const LISTS = 10_000;
const FEATURES = 100;

/** @type {import('../bench.mjs').Suite} */
export async function run({ progress, env, quick }) {
  await buildAll(progress, env);
  return await withBenchRedis(env['FC_REDIS_SERVER'], async ({ redisUrl, redis }) => {
    const rounds = quick ? 2 : 30;
    const block = await progress.step('block', () => measureBlock(redisUrl, rounds));
    const lists = quick ? 100 : LISTS;
    await progress.step('filling Redis', () => fill(redis, lists));
    const exported = await progress.step('export', () => runMeasured([COMMAND_LINE, 'export'], redisUrl));
    const audited = await progress.step('audit', () => measureAudit(redis, quick));
    return [
      ...block,
      ...audited,
      {
        name: `export of ${lists * FEATURES} features`,
        value: exported.ms / 1000,
        unit: 's',
        target: { atMost: 20 },
      },
      { name: 'memory of the export', value: exported.peakMb, unit: 'MB', target: { atMost: 300 } },
    ];
  });
}

/** The two are interleaved, so that disturbances of the machine affect both. */
async function measureBlock(redisUrl, rounds) {
  const blocks = [];
  const starts = [];
  for (let round = 0; round < rounds; round += 1) {
    starts.push((await runMeasured(['-e', '0'], redisUrl)).ms);
    blocks.push((await runMeasured([COMMAND_LINE, 'block', `feature-${round}`], redisUrl)).ms);
  }
  const [block, start] = [blocks, starts].map((times) => quantile(times, 0.5));
  return [
    { name: 'block, median', value: block, unit: 'ms', target: { atMost: 400 } },
    { name: 'block, p90', value: quantile(blocks, 0.9), unit: 'ms' },
    { name: 'node -e 0, median', value: start, unit: 'ms' },
    { name: 'block by node -e 0', value: block / start, unit: '×' },
  ];
}

async function fill(redis, lists) {
  const features = Array.from({ length: FEATURES }, (_, index) => `feature-${index}`);
  for (let list = 0; list < lists; list += 1) {
    const added = redis.sadd(`fc:blocklist:client:mod-${list}`, ...features);
    if (list % 500 === 499) await added;
  }
}

/** Runs a Node program to its end, and discards its output. */
async function runMeasured(args, redisUrl) {
  const report = `process.on('exit', () => require('fs').writeSync(3, String(process.resourceUsage().maxRSS)))`;
  const preload = `data:text/javascript,${encodeURIComponent(`import { createRequire } from 'node:module'; const require = createRequire('/'); ${report}`)}`;
  const startedMs = performance.now();
  const child = spawn(process.execPath, ['--import', preload, ...args], {
    env: { ...process.env, REDIS_URL: redisUrl, KEY_PREFIX: 'fc:' },
    stdio: ['ignore', 'pipe', 'ignore', 'pipe'],
  });
  let peakKb = '';
  child.stdout.resume();
  child.stdio[3].setEncoding('utf8').on('data', (chunk) => (peakKb += chunk));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${args.join(' ')} ended with exit code ${code}`);
  return { ms: performance.now() - startedMs, peakMb: Number(peakKb) / 1024 };
}
