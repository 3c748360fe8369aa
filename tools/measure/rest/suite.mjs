/**
 * `npm run bench -- rest`: compares the sidecar with Node's own server and Express, which send the same
 * bytes, interleaved within one run. The load generator, autocannon, runs on another core if possible.
 */
import { writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { buildAll } from '../../assemble/build.mjs';
import { fromRoot } from '../../files/paths.mjs';
import { freePort } from '../../processes/free-port.mjs';
import { runProgram, startProgram } from '../../processes/program.mjs';
import { withRedis } from '../../processes/redis.mjs';
import { findOnPath } from '../../set-up/find-on-path.mjs';
import { quantile } from '../quantile.mjs';

/** The id of a server in `GET /v1/servers`, and the size of its representation in bytes, by name. */
const BODIES = { '200 B': ['small', 200], '20 KB': ['large', 20_000] };
const RIVALS = ['node:http', 'express'];
const CONNECTIONS = 64;
const ROUNDS = 12;
/** The minimum throughput of the sidecar relative to Node's own server. */
const SHARE_OF_NODE = 0.75;
/** Headers that Node's HTTP server adds itself. */
const NODE_HEADERS = new Set(['date', 'connection', 'keep-alive']);

/** @type {import('../bench.mjs').Suite} */
export async function run({ progress, env, quick }) {
  const { sidecar } = await buildAll(progress, env);
  return await withRedis(env['FC_REDIS_SERVER'], async ({ directory, redisUrl }) => {
    await writeBodies(redisUrl);
    const servers = new Map();
    try {
      servers.set('sidecar', await startServer([sidecar], { REDIS_URL: redisUrl }));
      const file = join(directory, 'answers.json');
      const answers = await collectAnswers(servers.get('sidecar').port);
      writeFileSync(file, JSON.stringify(answers));
      const program = fromRoot('tools', 'measure', 'rest', 'servers.mjs');
      for (const kind of RIVALS) servers.set(kind, await startServer([program, kind, file]));
      const rounds = quick ? 1 : ROUNDS;
      return await progress.step('sidecar and others', (note) => compare(servers, answers, { rounds, note }));
    } finally {
      await Promise.all([...servers.values()].map(({ stop }) => stop()));
    }
  });
}

async function writeBodies(redisUrl) {
  const redis = new Redis(redisUrl);
  for (const [id, bytes] of Object.values(BODIES)) {
    const rest = JSON.stringify({ id, displayName: '' }).length;
    await redis.set(`fc:server:${id}`, JSON.stringify({ displayName: 'x'.repeat(bytes - rest) }));
  }
  redis.disconnect();
}

const targetOf = (id) => `/v1/servers?id=${id}`;

/** Starts a server on the first core, and waits until it serves. */
async function startServer(args, env = {}) {
  const port = await freePort();
  const [command, ...rest] = pinnedTo(0, [process.execPath, ...args]);
  const { ready, stop } = startProgram({
    name: 'server',
    command,
    args: rest,
    env: { ...process.env, HOST: '127.0.0.1', PORT: String(port), ...env },
    isReady: async () => (await fetchRaw(port, targetOf('small')).catch(() => undefined))?.status === 200,
  });
  await ready;
  return { port, stop };
}

/** Returns the command that runs on one core, if possible. */
function pinnedTo(core, command) {
  const canPin = findOnPath('taskset') !== undefined && availableParallelism() > 1;
  return canPin ? ['taskset', '-c', String(core), ...command] : command;
}

/** Collects the sidecar's responses, so that the other servers can send the same ones. */
async function collectAnswers(port) {
  const answers = [];
  for (const [id] of Object.values(BODIES)) {
    const target = targetOf(id);
    const found = await fetchRaw(port, target);
    const notModified = await fetchRaw(port, target, { 'If-None-Match': found.headers.etag });
    answers.push({
      target,
      etag: found.headers.etag,
      body: found.body,
      headers: withoutNodeHeaders(found.headers),
      notModifiedHeaders: withoutNodeHeaders(notModified.headers),
    });
  }
  return answers;
}

function fetchRaw(port, path, headers = {}) {
  return new Promise((resolve, reject) => {
    const request = get({ host: '127.0.0.1', port, path, headers, agent: false }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (chunk) => (body += chunk));
      response.once('end', () => resolve({ status: response.statusCode, headers: response.headers, body }));
    });
    request.once('error', reject);
  });
}

function withoutNodeHeaders(headers) {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !NODE_HEADERS.has(name)));
}

/** Measures every server in every round, so that other load on the machine affects all of them equally. */
async function compare(servers, answers, { rounds, note }) {
  const cases = answers.flatMap(({ target, etag }, index) => {
    const [size] = Object.keys(BODIES).slice(index);
    return [
      { name: `200, ${size}`, target, headers: [] },
      { name: `304, ${size}`, target, headers: ['-H', `If-None-Match: ${etag}`] },
    ];
  });
  const measured = new Map(cases.map(({ name }) => [name, new Map()]));
  // The first round is a warm-up.
  for (let round = 0; round <= rounds; round += 1) {
    note(round === 0 ? 'warming up' : `round ${round} of ${rounds}`);
    for (const { name, target, headers } of cases) {
      for (const [kind, { port }] of servers) {
        const result = await load(`http://127.0.0.1:${port}${target}`, headers);
        const results = measured.get(name);
        if (round > 0) results.set(kind, [...(results.get(kind) ?? []), result]);
      }
    }
  }
  return [...measured].flatMap(([name, results]) => figuresOf(name, results));
}

async function load(url, headers) {
  const autocannon = fromRoot('node_modules', 'autocannon', 'autocannon.js');
  const options = ['--json', '-c', String(CONNECTIONS), '-d', '1', ...headers, url];
  const [command, ...args] = pinnedTo(1, [process.execPath, autocannon, ...options]);
  const { problem, stdout } = await runProgram(command, args);
  if (problem !== undefined) throw new Error(`autocannon ${problem}`);
  const result = JSON.parse(stdout);
  if (result['4xx'] + result['5xx'] + result.errors > 0) throw new Error(`${url} was answered with errors`);
  return { perSecond: result.requests.average, p99Ms: result.latency.p99 };
}

function figuresOf(name, results) {
  const median = (kind, what) =>
    quantile(
      results.get(kind).map((result) => result[what]),
      0.5,
    );
  const ratio = (what, kind, other) => median(kind, what) / median(other, what);
  return [
    {
      name: `${name}: sidecar ÷ node:http`,
      value: ratio('perSecond', 'sidecar', 'node:http'),
      target: { atLeast: SHARE_OF_NODE },
    },
    // The number of requests in flight is constant, so latency rises as throughput falls.
    {
      name: `${name}: p99, sidecar ÷ node:http`,
      value: ratio('p99Ms', 'sidecar', 'node:http'),
      target: { atMost: 1 / SHARE_OF_NODE },
    },
    { name: `${name}: Express as it comes ÷ node:http`, value: ratio('perSecond', 'express', 'node:http') },
    { name: `${name}: sidecar`, value: median('sidecar', 'perSecond'), unit: 'requests/s' },
  ];
}
