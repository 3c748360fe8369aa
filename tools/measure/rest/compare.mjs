/**
 * Compares the sidecar with Node's own server, Fastify and default Express, which send the same bytes,
 * interleaved within one run.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { assertSameBytes, BODIES, collectAnswers, targetOf } from './bodies.mjs';
import { measure, pinnedTo } from './load.mjs';
import { quantile } from '../quantile.mjs';

const SERVERS = fileURLToPath(new URL('servers.mjs', import.meta.url));
/**
 * The kinds of the compared servers by name. Node's own server runs twice: the difference between the two is
 * the measurement error of a run.
 */
const RIVALS = { 'node:http': 'node:http', fastify: 'fastify', express: 'express', again: 'node:http' };

/**
 * The minimum throughput of the sidecar relative to Node's own server. Its p99 may be longer by the same
 * factor.
 */
const SHARE_OF_NODE = 0.9;

/** The quantiles of the least disturbed quarter of the rounds: highest throughput, lowest latency. */
const UNDISTURBED = { perSecond: 0.75, p99Ms: 0.25 };

/**
 * Number of processes per server: two of the same program differ by up to a quarter in throughput, depending
 * on whether V8 has run a full GC before the first requests.
 */
const PROCESSES = 3;
const EXPRESS_ROUNDS = 3;
/** Time for a server to clean up after all its clients have disconnected. */
const BETWEEN_MS = 100;

/**
 * @param {import('./bench-programs.mjs').BenchPrograms} programs
 * @param {{ sidecar: string, redisUrl: string, effort: { rounds: number, seconds: number }, note: (text:
 * string) => void }} options
 * @returns {Promise<import('../figures.mjs').Figure[]>}
 */
export async function compareWithOthers(programs, { sidecar, redisUrl, effort, note }) {
  const onFirstCore = [...pinnedTo(0), process.execPath];
  const sidecars = await severalOf(() =>
    programs.startServer(() => [...onFirstCore, sidecar], { REDIS_URL: redisUrl }),
  );
  const servers = new Map([['sidecar', sidecars]]);
  const answers = await collectAnswers(sidecars[0].port);
  const file = join(programs.directory, 'answers.json');
  writeFileSync(file, JSON.stringify(answers));
  for (const [name, kind] of Object.entries(RIVALS)) {
    const command = (freePort) => [...onFirstCore, SERVERS, kind, String(freePort), file];
    const rival = await severalOf(() => programs.startServer(command));
    // Default Express sends other headers; it is only shown, and no target applies to it.
    if (kind !== 'express') await assertSameBytes(rival[0].port, sidecars[0].port, answers);
    servers.set(name, rival);
  }
  return toFigures(await measureInTurns(servers, answers, { ...effort, note }));
}

async function severalOf(start) {
  const processes = [];
  while (processes.length < PROCESSES) processes.push(await start());
  return processes;
}

/**
 * Measures every server in every round, by one of its processes, in random order, so that other load on the
 * machine and after-effects of the previous server affect all servers equally. Express does not need this
 * precision; it is measured only in the first rounds.
 */
async function measureInTurns(servers, answers, { rounds, seconds, note }) {
  const etagOf = (id) => answers.find(({ target }) => target === targetOf(id)).headers.ETag;
  const cases = Object.entries(BODIES).flatMap(([size, [id]]) => [
    { name: `200, ${size}`, target: targetOf(id), headers: {} },
    { name: `304, ${size}`, target: targetOf(id), headers: { 'If-None-Match': etagOf(id) } },
  ]);
  const results = new Map(
    cases.map(({ name }) => [
      name,
      new Map([...servers].map(([kind, processes]) => [kind, processes.map(() => [])])),
    ]),
  );
  // The first round of each process is a warm-up.
  for (let round = -PROCESSES; round < rounds; round++) {
    const at = (round + PROCESSES) % PROCESSES;
    const measured = [...servers].filter(([kind]) => kind !== 'express' || round < EXPRESS_ROUNDS);
    for (const { name, target, headers } of cases) {
      for (const [kind, processes] of shuffled(measured)) {
        const url = `http://127.0.0.1:${processes[at].port}${target}`;
        await delay(BETWEEN_MS);
        const figures = measure({ url, seconds, headers });
        if (round >= 0) results.get(name).get(kind)[at].push(figures);
      }
    }
    note(round < 0 ? 'warming up' : `round ${round + 1} of ${rounds}`);
  }
  return results;
}

function shuffled(list) {
  return list
    .map((value) => ({ value, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ value }) => value);
}

/**
 * For each process, the least disturbed quarter of its rounds counts, and for each server its median process.
 * Other load on the machine only ever slows a server down: p99 of the same server differs tenfold between
 * rounds, depending on whether one such disturbance falls into it.
 */
function toFigures(results) {
  return [...results].flatMap(([name, kinds]) => {
    const ofProcess = (rounds, what) =>
      quantile(
        rounds.map((measured) => measured[what]),
        UNDISTURBED[what],
      );
    const undisturbed = (what, kind) => {
      const processes = kinds.get(kind).filter((rounds) => rounds.length > 0);
      return quantile(
        processes.map((rounds) => ofProcess(rounds, what)),
        0.5,
      );
    };
    const ratio = (what, kind, other) => undisturbed(what, kind) / undisturbed(what, other);
    const perServer = [...kinds.keys()].flatMap((kind) => [
      { name: `${name}: ${kind}`, value: undisturbed('perSecond', kind), unit: 'requests/s' },
      { name: `${name}: ${kind}, p99`, value: undisturbed('p99Ms', kind), unit: 'ms' },
    ]);
    return [
      {
        name: `${name}: sidecar / node:http`,
        value: ratio('perSecond', 'sidecar', 'node:http'),
        target: { atLeast: SHARE_OF_NODE },
      },
      {
        name: `${name}: sidecar / Fastify`,
        value: ratio('perSecond', 'sidecar', 'fastify'),
        target: { atLeast: 1 },
      },
      // The number of requests in flight is constant, so latency rises as throughput falls.
      {
        name: `${name}: p99, sidecar / node:http`,
        value: ratio('p99Ms', 'sidecar', 'node:http'),
        target: { atMost: 1 / SHARE_OF_NODE },
      },
      {
        name: `${name}: p99, sidecar / Fastify`,
        value: ratio('p99Ms', 'sidecar', 'fastify'),
        target: { atMost: 1 },
      },
      { name: `${name}: Express as it comes / node:http`, value: ratio('perSecond', 'express', 'node:http') },
      { name: `${name}: node:http again / node:http`, value: ratio('perSecond', 'again', 'node:http') },
      { name: `${name}: p99, node:http again / node:http`, value: ratio('p99Ms', 'again', 'node:http') },
      ...perServer,
    ];
  });
}
