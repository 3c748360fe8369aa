/**
 * The sidecar beside Node's own server, Fastify and Express as it comes, with the same bytes, in turns within
 * one run.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { assertSameBytes, BODIES, collectAnswers, targetOf } from './bodies.mjs';
import { measure, pinnedTo } from './load.mjs';
import { quantile } from '../quantile.cjs';

const SERVERS = fileURLToPath(new URL('servers.mjs', import.meta.url));
/**
 * The kind of each rival by its name. Node's own server runs twice: what the two differ by is what a run says
 * nothing about.
 */
const RIVALS = { 'node:http': 'node:http', fastify: 'fastify', express: 'express', again: 'node:http' };

/**
 * What the sidecar may be slower than Node's own server, and how much longer the slowest hundredth of
 * requests then takes.
 */
const SHARE_OF_NODE = 0.9;

/** The undisturbed quarter: where the most is answered, and where waiting is the shortest. */
const UNDISTURBED = { perSecond: 0.75, p99Ms: 0.25 };

/**
 * Processes of each server: two of the same program differ by up to a quarter in throughput, by whether V8
 * has collected the whole heap before the first requests.
 */
const PROCESSES = 3;
const EXPRESS_ROUNDS = 3;
/** For a server to clean up after all its clients have gone. */
const BETWEEN_MS = 100;

/**
 * @param {import('./stage.mjs').Stage} stage
 * @param {{ sidecar: string, redisUrl: string, effort: { rounds: number, seconds: number }, note: (text:
 * string) => void }} how
 * @returns {Promise<import('../figures.mjs').Figure[]>}
 */
export async function compareWithOthers(stage, { sidecar, redisUrl, effort, note }) {
  const onFirstCore = [...pinnedTo(0), process.execPath];
  const own = await severalOf(() =>
    stage.startServer(() => [...onFirstCore, sidecar], { REDIS_URL: redisUrl }),
  );
  const servers = new Map([['sidecar', own]]);
  const answers = await collectAnswers(own[0].port);
  const file = join(stage.directory, 'answers.json');
  writeFileSync(file, JSON.stringify(answers));
  for (const [name, kind] of Object.entries(RIVALS)) {
    const command = (free) => [...onFirstCore, SERVERS, kind, String(free), file];
    const rival = await severalOf(() => stage.startServer(command));
    // Express as it comes makes headers of its own; it is only shown, and measured against nothing.
    if (kind !== 'express') await assertSameBytes(rival[0].port, own[0].port, answers);
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
 * Every server in every round, by one of its processes, in a random order each time: what else the machine
 * does, and what the server before has left behind, meets all alike. Express needs no such care; it is
 * measured in the first rounds alone.
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
  // The first round of each process is for warming up.
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
 * Of each process the quarter of the rounds counts that was disturbed the least, and of each server the
 * process in the middle. What else the machine does only ever takes from a server: p99 of the same server
 * differs tenfold between rounds, as one such moment is in the slowest hundredth or is not.
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
      // As many requests are always under way: with less throughput, each waits longer by as much.
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
