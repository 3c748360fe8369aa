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
import { loadProgram, measure, pinnedTo } from './load.mjs';

const SERVERS = fileURLToPath(new URL('servers.mjs', import.meta.url));
const RIVALS = ['node:http', 'fastify', 'express'];
const FIRST_PORT = 18_100;

/** Ids of servers whose representations have 200 bytes and 20 KB. */
const BODIES = { '200 B': ['small', 200], '20 KB': ['large', 20_000] };

/** @type {import('../../../tools/bench.mjs').Suite} */
export async function run({ progress, env, quick }) {
  const { sidecar } = await buildAll(progress, env);
  const directory = mkdtempSync(join(tmpdir(), 'feature-control-bench-'));
  const children = [];
  const effort = quick ? { rounds: 1, seconds: 1 } : { rounds: 5, seconds: 3 };
  try {
    return await progress.step(`sidecar and others, by ${loadProgram()}`, (note) =>
      compare({ env, sidecar, directory, children, effort, note }),
    );
  } finally {
    for (const child of children) child.kill('SIGKILL');
    rmSync(directory, { recursive: true, force: true });
  }
}

async function compare({ env, sidecar, directory, children, effort, note }) {
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
  return toFigures(await measureInTurns(ports, effort, note));
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
async function measureInTurns(ports, { rounds, seconds }, note) {
  const cases = Object.entries(BODIES).flatMap(([size, [id]]) => [
    { name: `200, ${size}`, id, conditional: false },
    { name: `304, ${size}`, id, conditional: true },
  ]);
  const results = new Map(
    cases.map(({ name }) => [name, new Map([...ports.keys()].map((kind) => [kind, []]))]),
  );
  for (let round = 0; round < rounds; round++) {
    for (const { name, id, conditional } of cases) {
      for (const [kind, port] of ports) {
        const url = `http://127.0.0.1:${port}${targetOf(id)}`;
        const etag = conditional
          ? (await fetch(url, { headers: { 'Accept-Encoding': 'identity' } })).headers.get('ETag')
          : undefined;
        results
          .get(name)
          .get(kind)
          .push(measure({ url, seconds, headers: etag ? { 'If-None-Match': etag } : {} }));
      }
    }
    note(`round ${round + 1} of ${rounds}`);
  }
  return results;
}

/** Medians over the rounds. Ratios are taken within each round: what disturbed it disturbed all. */
function toFigures(results) {
  const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
  return [...results].flatMap(([name, kinds]) => {
    const of = (kind) => kinds.get(kind);
    const ratio = (kind, other) =>
      median(of(kind).map(({ perSecond }, round) => perSecond / of(other)[round].perSecond));
    const perServer = [...kinds.keys()].flatMap((kind) => [
      {
        name: `${name}: ${kind}`,
        value: median(of(kind).map(({ perSecond }) => perSecond)),
        unit: 'requests/s',
      },
      { name: `${name}: ${kind}, p99`, value: median(of(kind).map(({ p99Ms }) => p99Ms)), unit: 'ms' },
    ]);
    return [
      {
        name: `${name}: sidecar / node:http`,
        value: ratio('sidecar', 'node:http'),
        target: { atLeast: 0.9 },
      },
      { name: `${name}: sidecar / Fastify`, value: ratio('sidecar', 'fastify'), target: { atLeast: 1 } },
      { name: `${name}: Express as it comes / node:http`, value: ratio('express', 'node:http') },
      ...perServer,
    ];
  });
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
