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

/** The sizes in bytes of what is requested, `GET /v1/servers?id=…`, by id. */
const BODIES = { small: 200, large: 20_000 };
const CASES = {
  '200, 200 B': { id: 'small' },
  '200, 20 KB': { id: 'large' },
  '304, 200 B': { id: 'small', isKnown: true },
};
const ROUNDS = 20;
const SECONDS = 1;
const WARM_UP_SECONDS = 2;
const MICROS_PER_MS = 1000;
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
    return await startSidecar(name, join(checkout, 'rest-sidecar', 'build', 'sidecar.cjs'), redisUrl);
  },
};

/** @type {import('../bench.mjs').Suite} */
export async function run({ progress, env, quick }) {
  const { sidecar } = await buildAll(progress, env);
  return await withRedis(env['FC_REDIS_SERVER'], async ({ directory, redisUrl }) => {
    await writeBodies(redisUrl);
    const contenders = [await startSidecar('sidecar', sidecar, redisUrl)];
    try {
      const file = join(directory, 'answers.json');
      writeFileSync(file, JSON.stringify(contenders[0].answers));
      const program = fromRoot('tools', 'measure', 'rest', 'servers.mjs');
      for (const kind of REFERENCES) contenders.push(await startServer(kind, [program, kind, file]));
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
  for (const [id, bytes] of Object.entries(BODIES)) {
    const rest = JSON.stringify({ id, displayName: '' }).length;
    await redis.set(`fc:server:${id}`, JSON.stringify({ displayName: 'x'.repeat(bytes - rest) }));
  }
  redis.disconnect();
}

const targetOf = (id) => `/v1/servers?id=${id}`;

async function startSidecar(name, program, redisUrl) {
  return await startServer(name, [program], { REDIS_URL: redisUrl });
}

/**
 * Starts a server on the first core, waits until it serves, and lets V8 compile it.
 * @returns {Promise<import('../rounds.mjs').Contender & { answers: Record<string, Answer> }>}
 */
async function startServer(name, args, env = {}) {
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
  const measures = Object.entries(CASES).map(([of, { id, isKnown = false }]) => async (seconds = SECONDS) => {
    const headers = isKnown ? { 'If-None-Match': answers[targetOf(id)].etag } : {};
    const from = await readCpu(child);
    const startedAtMs = performance.now();
    const count = await generateLoad(`http://127.0.0.1:${port}${targetOf(id)}`, headers, seconds);
    const tookMs = performance.now() - startedAtMs;
    const micros = (await readCpu(child)) - from;
    return {
      [`${of}: ${CPU}`]: micros / count,
      [`${of}: ${THROUGHPUT}`]: count / seconds,
      [`${of}: ${CORE}`]: micros / (tookMs * MICROS_PER_MS),
    };
  });
  for (const measure of measures) await measure(WARM_UP_SECONDS);
  return { name, answers, measures, stop };
}

/** @returns {Promise<number>} the CPU time of a server since its start, in microseconds */
async function readCpu(child) {
  child.send('report');
  const [{ system, user }] = await once(child, 'message');
  return user + system;
}

/**
 * What the sidecar answers, so that the other servers can send the same.
 * @typedef {{ body: string, bytes: number, contentType: string, etag: string }} Answer
 */

/** @returns {Promise<Record<string, Answer>>} by target */
async function collectAnswers(port) {
  const answers = {};
  for (const target of Object.keys(BODIES).map(targetOf)) {
    const { body, headers } = await fetchRaw(port, target);
    const bytes = Buffer.byteLength(body);
    answers[target] = { body, bytes, contentType: headers['content-type'], etag: headers.etag ?? '""' };
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
  return Object.keys(CASES).flatMap((of) => [
    ...REFERENCES.map((kind) => ({
      name: `${of}: CPU time of a request, sidecar ÷ ${kind}`,
      ...rounds.ratios('sidecar', kind, `${of}: ${CPU}`),
      unit: '×',
      target: of.startsWith('200') ? TARGETS[kind] : undefined,
    })),
    ...REFERENCES.map((kind) => ({
      name: `${of}: ${THROUGHPUT}, sidecar ÷ ${kind}`,
      ...rounds.ratios('sidecar', kind, `${of}: ${THROUGHPUT}`),
      unit: '×',
      note: noteOf(rounds, ['sidecar', kind], `${of}: ${CORE}`),
    })),
    ...[CPU, THROUGHPUT].map((what) => ({
      name: `${of}: ${what}, sidecar on this machine`,
      ...rounds.values('sidecar', `${of}: ${what}`),
    })),
  ]);
}

/** Returns why the throughput is not that of the servers; undefined if it is. */
function noteOf(rounds, servers, measurement) {
  const idle = servers.filter((name) => rounds.values(name, measurement).value < BUSY);
  return idle.length === 0
    ? undefined
    : `limited by ${GENERATOR} or other programs: ${idle.join(' and ')} waited`;
}
