/**
 * `npm run bench -- rest`: the sidecar beside Node's own server, Fastify and Express as it comes, with the same bytes and headers, in turns within one run.
 * The servers run on one core, what asks on another.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Redis } from 'ioredis';
import { buildAll } from '../../../tools/build.mjs';
import { ExplainedError } from '../../../tools/lib/explained-error.mjs';
import { isPortFree, nextFreePort } from '../../../tools/lib/free-port.mjs';
import { createProgress } from '../../../tools/lib/progress.mjs';
import { setUp } from '../../../tools/setup.mjs';
import { loadProgram, measure, pinnedTo } from './load.mjs';

const SERVERS = fileURLToPath(new URL('servers.mjs', import.meta.url));
const RIVALS = ['node:http', 'fastify', 'express'];
const ROUNDS = 5;
const SECONDS = 3;
const FIRST_PORT = 18_100;

/** Ids of servers whose representations have 200 bytes and 20 KB. */
const BODIES = { '200 B': ['small', 200], '20 KB': ['large', 20_000] };

/** @param {string[]} args none */
export async function bench(args) {
  if (args.length > 0) throw new ExplainedError(`${args[0]} is not an option: npm run bench -- rest`);
  const progress = createProgress();
  const env = await setUp(progress);
  const { sidecar } = await buildAll(progress, env);
  const directory = mkdtempSync(join(tmpdir(), 'feature-control-bench-'));
  const children = [];
  try {
    await compare({ env, sidecar, directory, children });
  } finally {
    for (const child of children) child.kill('SIGKILL');
    rmSync(directory, { recursive: true, force: true });
  }
}

async function compare({ env, sidecar, directory, children }) {
  const redisPort = await freePort(FIRST_PORT);
  const where = ['--port', String(redisPort), '--bind', '127.0.0.1', '--dir', directory, '--save', ''];
  children.push(spawn(env['FC_REDIS_SERVER'], where, { stdio: 'ignore' }));
  await fill(redisPort);
  const ports = new Map();
  const start = async (name, args, more = {}) => {
    const port = await freePort(Math.max(redisPort, ...ports.values()) + 1);
    ports.set(name, port);
    const [program, ...rest] = [...pinnedTo(0), process.execPath, ...args(port)];
    children.push(
      spawn(program, rest, { stdio: 'ignore', env: { ...process.env, ...more, PORT: String(port) } }),
    );
    await untilAnswering(port);
  };
  await start('sidecar', () => [sidecar], { REDIS_URL: `redis://127.0.0.1:${redisPort}`, HOST: '127.0.0.1' });
  const answers = join(directory, 'answers.json');
  writeFileSync(answers, JSON.stringify(await collectAnswers(ports.get('sidecar'))));
  for (const kind of RIVALS) await start(kind, (port) => [SERVERS, kind, String(port), answers]);
  print(await measureInTurns(ports));
}

async function fill(port) {
  const redis = new Redis(port, '127.0.0.1');
  // It may still be starting.
  redis.on('error', () => undefined);
  for (const [id, bytes] of Object.values(BODIES)) {
    const rest = JSON.stringify({ id, displayName: '' }).length;
    await redis.hset('fc:servers', id, JSON.stringify({ displayName: 'x'.repeat(bytes - rest) }));
  }
  redis.disconnect();
}

const targetOf = (id) => `/v1/servers?id=${id}`;

/** What the sidecar answers, so that the others can answer the same. */
async function collectAnswers(port) {
  const names = [
    ...['Content-Type', 'Content-Length', 'ETag', 'Last-Modified', 'Cache-Control', 'Vary'],
    ...['Access-Control-Allow-Origin', 'Access-Control-Expose-Headers', 'Cross-Origin-Resource-Policy'],
    ...['Content-Security-Policy', 'Referrer-Policy', 'X-Content-Type-Options'],
  ];
  const collect = async ([id, bytes]) => {
    const response = await fetch(`http://127.0.0.1:${port}${targetOf(id)}`, {
      headers: { 'Accept-Encoding': 'identity' },
    });
    const body = await response.text();
    if (response.status !== 200 || body.length !== bytes)
      throw new Error(`${id} is not as it is to be: ${body}`);
    const headers = Object.fromEntries(names.map((name) => [name, response.headers.get(name)]));
    return { target: targetOf(id), body, headers };
  };
  return await Promise.all(Object.values(BODIES).map(collect));
}

/** Every server in every round, so that what else the machine does meets all alike. */
async function measureInTurns(ports) {
  const cases = Object.entries(BODIES).flatMap(([size, [id]]) => [
    { name: `200, ${size}`, id, conditional: false },
    { name: `304, ${size}`, id, conditional: true },
  ]);
  const results = new Map(
    cases.map(({ name }) => [name, new Map([...ports.keys()].map((kind) => [kind, []]))]),
  );
  for (let round = 0; round < ROUNDS; round++) {
    for (const { name, id, conditional } of cases) {
      for (const [kind, port] of ports) {
        const url = `http://127.0.0.1:${port}${targetOf(id)}`;
        const etag = conditional
          ? (await fetch(url, { headers: { 'Accept-Encoding': 'identity' } })).headers.get('ETag')
          : undefined;
        results
          .get(name)
          .get(kind)
          .push(measure({ url, seconds: SECONDS, headers: etag ? { 'If-None-Match': etag } : {} }));
      }
    }
    process.stderr.write(`round ${round + 1} of ${ROUNDS}\n`);
  }
  return results;
}

function print(results) {
  const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
  console.log(
    `Requests a second (median of ${ROUNDS} rounds of ${SECONDS} s, 64 connections, ${loadProgram()}), p99 in ms:\n`,
  );
  console.log(
    '| answer | server | requests/s | of node:http | of fastify | p99 ms |\n| --- | --- | ---: | ---: | ---: | ---: |',
  );
  for (const [name, kinds] of results) {
    const speedOf = (kind) => median(kinds.get(kind).map(({ perSecond }) => perSecond));
    // A ratio within each round: what disturbed that round disturbed both.
    const ratio = (kind, other) =>
      median(
        kinds.get(kind).map(({ perSecond }, round) => perSecond / kinds.get(other)[round].perSecond),
      ).toFixed(2);
    for (const kind of kinds.keys()) {
      const p99 = median(kinds.get(kind).map(({ p99Ms }) => p99Ms)).toFixed(2);
      const cells = [
        name,
        kind,
        Math.round(speedOf(kind)),
        ratio(kind, 'node:http'),
        ratio(kind, 'fastify'),
        p99,
      ];
      console.log(`| ${cells.join(' | ')} |`);
    }
  }
}

async function untilAnswering(port) {
  for (let attempt = 0; attempt < 200; attempt++) {
    const response = await fetch(`http://127.0.0.1:${port}${targetOf('large')}`).catch(() => undefined);
    await response?.arrayBuffer();
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new ExplainedError(`the server on port ${port} does not answer`);
}

async function freePort(from) {
  const port = (await isPortFree(from)) ? from : await nextFreePort(from);
  if (port === undefined) throw new ExplainedError(`no port from ${from} on is free`);
  return port;
}
