/**
 * `npm run bench -- full-store`: measures the built sidecar with as many records as the documents promise,
 * and the time until each kind of write is served.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { buildAll } from '../../assemble/build.mjs';
import { freePort } from '../../processes/free-port.mjs';
import { runProgram, startProgram } from '../../processes/program.mjs';
import { withRedis } from '../../processes/redis.mjs';
import { quantile } from '../quantile.mjs';

/** The number of records of a kind: servers, events and votings. */
const RECORDS = 10_000;
const QUICK_RECORDS = 100;
const CANDIDATES = 20;
const ROUNDS = 100;
const QUICK_ROUNDS = 3;
/**
 * Maximum random delay between two rounds, in milliseconds, so that writes arrive at any moment of the
 * sidecar's own periodic work.
 */
const MAX_PAUSE_MS = 300;
const TIMEOUT_MS = 10_000;
/** Without a limit, Node lets the heap grow, as far as the machine has memory. */
const HEAP_MB = 256;
const TEXT = 'Lorem ipsum dolor sit amet '.repeat(6);

const serverText = (name) => JSON.stringify({ displayName: name, motd: TEXT });
const eventText = (index, name) =>
  JSON.stringify({ server: `server-${index}`, name, description: TEXT, endsAt: 4_000_000_000_000 });
const votingText = (index, title) =>
  JSON.stringify({
    server: `server-${index}`,
    title,
    candidates: Array.from({ length: CANDIDATES }, (_, candidate) => ({
      id: `candidate-${candidate}`,
      name: `Candidate number ${candidate}`,
    })),
  });

/** Direct writes, which differ in each round, with the target whose response then contains `text`. */
const WRITES = {
  'a server changed': {
    write: (redis, index, round) => redis.set(`fc:server:server-${index}`, serverText(`changed ${round}`)),
    target: (index) => `/v1/servers?id=server-${index}`,
    text: (round) => `"changed ${round}"`,
  },
  'an event changed': {
    write: (redis, index, round) =>
      redis.set(`fc:event:event-${index}`, eventText(index, `changed ${round}`)),
    target: (index) => `/v1/events?server=server-${index}`,
    text: (round) => `"changed ${round}"`,
  },
  'a voting changed': {
    write: (redis, index, round) =>
      redis.set(`fc:voting:voting-${index}`, votingText(index, `changed ${round}`)),
    target: (index) => `/v1/votings?server=server-${index}`,
    text: (round) => `"changed ${round}"`,
  },
  'a vote': {
    write: (redis, index, round) => redis.hset(`fc:votes:voting-${index}`, 'candidate-3', 1e6 + round),
    target: (index) => `/v1/votings?server=server-${index}`,
    text: (round) => `"votes":${1e6 + round}`,
  },
  'a trade': {
    write: (redis, _, round) => redis.xadd('fc:coins-trades', '*', 'rate', '1', 'datetime', String(round)),
    target: () => '/v1/coins-trades?limit=1',
    text: (round) => `"datetime":${round}}`,
  },
};

/** @type {import('../bench.mjs').Suite} */
export async function run({ progress, env, quick }) {
  const { commandLine, sidecar } = await buildAll(progress, env);
  const records = quick ? QUICK_RECORDS : RECORDS;
  return await withRedis(env['FC_REDIS_SERVER'], async ({ directory, redisUrl }) => {
    const redis = new Redis(redisUrl);
    const port = await freePort();
    await progress.step('filling Redis', () => fill(redis, records));
    const startedMs = performance.now();
    const program = startProgram({
      name: 'sidecar',
      command: process.execPath,
      args: [sidecar],
      env: {
        ...process.env,
        NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}`,
        REDIS_URL: redisUrl,
        HOST: '127.0.0.1',
        PORT: String(port),
      },
      isReadyLine: (line) => line.includes('Initial load complete'),
    });
    try {
      await program.ready;
      const loadMs = performance.now() - startedMs;
      const origin = `http://127.0.0.1:${port}`;
      const figures = [{ name: 'until all data is served', value: loadMs / 1000, unit: 's' }];
      for (const [name, kind] of Object.entries(WRITES)) {
        const rounds = quick ? QUICK_ROUNDS : ROUNDS;
        const tookMs = await progress.step(name, () => measure(kind, { redis, origin, records, rounds }));
        figures.push(
          { name: `${name}, until served: p50`, value: quantile(tookMs, 0.5), unit: 'ms' },
          {
            name: `${name}, until served: p99`,
            value: quantile(tookMs, 0.99),
            unit: 'ms',
            target: { atMost: 100 },
          },
        );
      }
      const longestMs = await progress.step('lists', () =>
        longestCommandMs(redis, { commandLine, redisUrl, directory, features: records }),
      );
      figures.push({
        name: 'longest command of Redis, of imports, exports, undos and histories',
        value: longestMs,
        unit: 'ms',
        target: { atMost: 10 },
      });
      figures.push({
        name: 'memory at most',
        value: peakMemoryOf(program.pid),
        unit: 'MB',
        target: { atMost: 500 },
      });
      return figures;
    } finally {
      await program.stop();
      redis.disconnect();
    }
  });
}

/** Imports a list of `features` features and removes them again, as Redis's own clock measures it. */
async function longestCommandMs(redis, { commandLine, redisUrl, directory, features }) {
  const file = join(directory, 'lists.yaml');
  const names = Array.from({ length: features }, (_, index) => `  - feature-${index}\n`);
  writeFileSync(
    file,
    `format: feature-control/blocklists\nversion: 1\n---\nlist: global\nblocked:\n${names.join('')}`,
  );
  await redis.config('SET', 'slowlog-log-slower-than', 1000, 'slowlog-max-len', 100_000);
  await redis.slowlog('RESET');
  for (const args of [
    ['import', file],
    ['export'],
    ['undo', '--yes'],
    ['history', '--actor', 'nobody'],
    ['history', '--feature', 'feature-0'],
  ]) {
    const env = { ...process.env, REDIS_URL: redisUrl };
    const { problem, output } = await runProgram(process.execPath, [commandLine, ...args], { env });
    if (problem !== undefined) throw new Error(`${args[0]} ${problem}:\n${output}`);
  }
  const slow = await redis.slowlog('GET', -1);
  return Math.max(0, ...slow.map(([, , microseconds]) => microseconds)) / 1000;
}

async function fill(redis, records) {
  const adding = [];
  for (let index = 0; index < records; index += 1) {
    const votes = Array.from({ length: CANDIDATES }, (_, candidate) => [`candidate-${candidate}`, index]);
    adding.push(
      redis.set(`fc:server:server-${index}`, serverText(`Server ${index}`)),
      redis.set(`fc:event:event-${index}`, eventText(index, `Event ${index}`)),
      redis.set(`fc:voting:voting-${index}`, votingText(index, `Voting ${index}`)),
      redis.hset(`fc:votes:voting-${index}`, ...votes.flat()),
      redis.xadd('fc:coins-trades', '*', 'rate', '1', 'datetime', String(Date.now() + index)),
    );
  }
  await Promise.all(adding);
}

/** Measures the time from the reply to a write until it is served. */
async function measure({ write, target, text }, { redis, origin, records, rounds }) {
  const tookMs = [];
  for (let round = 1; round <= rounds; round += 1) {
    await delay(Math.random() * MAX_PAUSE_MS);
    // Consecutive rounds use distant records.
    const index = (round * 7919) % records;
    await write(redis, index, round);
    const writtenMs = performance.now();
    for (;;) {
      const response = await fetch(origin + target(index));
      if ((await response.text()).includes(text(round))) break;
      if (performance.now() > writtenMs + TIMEOUT_MS) throw new Error(`${target(index)} does not change`);
      await delay(1);
    }
    tookMs.push(performance.now() - writtenMs);
  }
  return tookMs;
}

/** @returns megabytes, of 1,000,000 bytes; NaN without `/proc` */
function peakMemoryOf(pid) {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return (Number(kilobytes) * 1024) / 1e6;
  } catch {
    return NaN;
  }
}
