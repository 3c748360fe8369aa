/**
 * `npm run bench -- rest`: compares the sidecar with Node's own server, Fastify and Express, which send the
 * same bodies, in interleaved rounds. The servers run on the first core, and the generator of the load on the
 * others.
 */
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Redis } from 'ioredis';
import { buildAll } from '../../assemble/build.mjs';
import { fromRoot } from '../../files/paths.mjs';
import { freePort } from '../../processes/free-port.mjs';
import { startProgram } from '../../processes/program.mjs';
import { withRedis } from '../../processes/redis.mjs';
import { runRounds } from '../rounds.mjs';
import { GENERATOR, generateLoad, pinned } from './load.mjs';

/** The id of a server in `GET /v1/servers`, and the size of its representation in bytes, by name. */
const BODIES = { '200 B': ['small', 200], '20 KB': ['large', 20_000] };
const ROUNDS = 9;
const SECONDS = { warmUp: 5, measured: 1 };
const QUICK_SECONDS = { warmUp: 1, measured: 1 };
const MICROS_PER_SECOND = 1e6;
/** A server that had less than this part of its core has waited for requests, or for other programs. */
const BUSY = 0.9;

const CPU = 'CPU time of a request (µs)';
const THROUGHPUT = 'requests a second';
const CORE = 'part of its core that the server used';

/** At most this many times the CPU time of a request to `node:http` and to Fastify, for responses of 200. */
const TARGETS = { 'node:http': { atMost: 1 / 0.85 }, fastify: { atMost: 1 / 0.95 } };
const REFERENCES = ['node:http', 'fastify', 'express'];

/** Two checkouts of the sidecar. */
export const comparable = {
  rounds: ROUNDS,
  buildArguments: ['--node-programs'],
  prepare: writeBodies,
  async start(name, checkout, redisUrl) {
    return await startSidecar(name, join(checkout, 'rest-sidecar', 'build', 'sidecar.cjs'), redisUrl, SECONDS);
  },
};

/** @type {import('../bench.mjs').Suite} */
export async function run({ progress, env, quick }) {
  const { sidecar } = await buildAll(progress, env);
  const seconds = quick ? QUICK_SECONDS : SECONDS;
  return await withRedis(env['FC_REDIS_SERVER'], async ({ directory, redisUrl }) => {
    await writeBodies(redisUrl);
    const contenders = [await startSidecar('sidecar', sidecar, redisUrl, seconds)];
    try {
      const file = join(directory, 'answers.json');
      writeFileSync(file, JSON.stringify(contenders[0].answers));
      const program = fromRoot('tools', 'measure', 'rest', 'servers.mjs');
      for (const kind of REFERENCES)
        contenders.push(await startServer(kind, [program, kind, file], {}, seconds));
      return await progress.step('sidecar and others', async (note) =>
        figuresOf(await runRounds(contenders, quick ? 1 : ROUNDS, note)),
      );
    } finally {
      await Promise.all(contenders.map(({ stop }) => stop()));
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

async function startSidecar(name, program, redisUrl, seconds) {
  return await startServer(name, [program], { REDIS_URL: redisUrl }, seconds);
}

/**
 * Starts a server on the first core, waits until it serves, and lets V8 compile it.
 * @returns {Promise<import('../rounds.mjs').Contender & { answers: Answer[] }>}
 */
async function startServer(name, args, env, { measured, warmUp }) {
  const port = await freePort();
  const reporter = pathToFileURL(fromRoot('tools', 'measure', 'rest', 'report-cpu.mjs')).href;
  const [command, ...rest] = pinned([process.execPath, '--import', reporter, ...args], { core: 'first' });
  const { child, ready, stop } = startProgram({
    name,
    command,
    args: rest,
    env: { ...process.env, HOST: '127.0.0.1', PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    isReady: async () => (await fetchRaw(port, targetOf('small')).catch(() => undefined))?.status === 200,
  });
  await ready;
  const answers = await collectAnswers(port);
  const measure = async (target, headers, seconds) => {
    const from = await readCpu(child);
    const startedAtMs = performance.now();
    const count = await generateLoad(`http://127.0.0.1:${port}${target}`, headers, seconds);
    const tookMs = performance.now() - startedAtMs;
    const micros = (await readCpu(child)) - from;
    return { [CPU]: micros / count, [THROUGHPUT]: count / seconds, [CORE]: micros / (tookMs * 1000) };
  };
  const cases = answers.flatMap(({ target, etag }, index) => {
    const [size] = Object.keys(BODIES).slice(index);
    return [
      { name: `200, ${size}`, target, headers: {} },
      { name: `304, ${size}`, target, headers: { 'If-None-Match': etag } },
    ];
  });
  for (const { headers, target } of cases) await measure(target, headers, warmUp);
  return {
    name,
    answers,
    async round() {
      const values = {};
      for (const { headers, name: of, target } of cases)
        for (const [what, value] of Object.entries(await measure(target, headers, measured)))
          values[`${of}: ${what}`] = value;
      return values;
    },
    stop,
  };
}

/** @returns {Promise<number>} the CPU time of a server since its start, in microseconds */
async function readCpu(child) {
  child.send('report');
  const [{ system, user }] = await once(child, 'message');
  return user + system;
}

/**
 * @typedef {{ target: string, body: string, bytes: number, contentType: string, etag: string }} Answer what
 * the sidecar answers, so that the other servers can send the same
 */

/** @returns {Promise<Answer[]>} */
async function collectAnswers(port) {
  const answers = [];
  for (const [id, bytes] of Object.values(BODIES)) {
    const target = targetOf(id);
    const { body, headers } = await fetchRaw(port, target);
    answers.push({ target, body, bytes, contentType: headers['content-type'], etag: headers.etag ?? '' });
  }
  return answers;
}

function fetchRaw(port, path) {
  return new Promise((resolve, reject) => {
    const request = get({ host: '127.0.0.1', port, path, agent: false }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (chunk) => (body += chunk));
      response.once('end', () => resolve({ status: response.statusCode, headers: response.headers, body }));
    });
    request.once('error', reject);
  });
}

/** @param {import('../rounds.mjs').Rounds} rounds */
function figuresOf(rounds) {
  const costs = rounds.measurements('sidecar').filter((name) => name.endsWith(CPU));
  return costs.flatMap((cost) => {
    const name = cost.slice(0, -CPU.length);
    const throughput = `${name}${THROUGHPUT}`;
    const note = noteOf(rounds, `${name}${CORE}`);
    return [
      ...REFERENCES.map((kind) => ({
        name: `${cost.replace(/ \(.*/, '')}: sidecar ÷ ${kind}`,
        ...rounds.ratios('sidecar', kind, cost),
        unit: '×',
        ...(name.startsWith('200') && TARGETS[kind] && { target: TARGETS[kind] }),
      })),
      ...REFERENCES.map((kind) => ({
        name: `${throughput}: sidecar ÷ ${kind}`,
        ...rounds.ratios('sidecar', kind, throughput),
        unit: '×',
        note,
      })),
      { name: `${cost}: sidecar, on this machine`, ...rounds.values('sidecar', cost) },
      { name: `${throughput}: sidecar, on this machine`, ...rounds.values('sidecar', throughput), note },
    ];
  });
}

/** Returns why the throughput is not that of the servers; an empty text if it is. */
function noteOf(rounds, measurement) {
  const idle = ['sidecar', ...REFERENCES].filter((kind) => rounds.values(kind, measurement).value < BUSY);
  return idle.length === 0 ? '' : `limited by ${GENERATOR} or other programs: ${idle.join(', ')} had to wait`;
}
