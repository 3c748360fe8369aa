/** The sidecar beside Node's own server, Fastify and Express as it comes, with the same bytes, in turns within one run. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { assertSameBytes, BODIES, collectAnswers, targetOf } from './bodies.mjs';
import { measure, pinnedTo } from './load.mjs';
import { median } from './median.mjs';

const SERVERS = fileURLToPath(new URL('servers.mjs', import.meta.url));
/** The kind of each rival by its name. Node's own server runs twice: what the two differ by is what a run can tell nothing about. */
const RIVALS = { 'node:http': 'node:http', fastify: 'fastify', express: 'express', again: 'node:http' };

/** What the sidecar may be slower than Node's own server, and how much longer the slowest hundredth of requests then takes. */
const SHARE_OF_NODE = 0.9;

/**
 * @param {import('./stage.mjs').Stage} stage
 * @param {{ sidecar: string, redisUrl: string, effort: { rounds: number, seconds: number }, note: (text: string) => void }} how
 * @returns {Promise<import('../figures.mjs').Figure[]>}
 */
export async function compareWithOthers(stage, { sidecar, redisUrl, effort, note }) {
  const ports = new Map();
  const onFirstCore = [...pinnedTo(0), process.execPath];
  const own = await stage.startServer(() => [...onFirstCore, sidecar], { REDIS_URL: redisUrl });
  ports.set('sidecar', own.port);
  const answers = await collectAnswers(own.port);
  const file = join(stage.directory, 'answers.json');
  writeFileSync(file, JSON.stringify(answers));
  for (const [name, kind] of Object.entries(RIVALS)) {
    const { port } = await stage.startServer((free) => [...onFirstCore, SERVERS, kind, String(free), file]);
    // Express as it comes makes headers of its own; it is only shown, and measured against nothing.
    if (kind !== 'express') await assertSameBytes(port, own.port, answers);
    ports.set(name, port);
  }
  return toFigures(measureInTurns(ports, answers, { ...effort, note }));
}

/** Every server in every round, another one first each time, so that what else the machine does meets all alike. */
function measureInTurns(ports, answers, { rounds, seconds, note }) {
  const etagOf = (id) => answers.find(({ target }) => target === targetOf(id)).headers.ETag;
  const cases = Object.entries(BODIES).flatMap(([size, [id]]) => [
    { name: `200, ${size}`, target: targetOf(id), headers: {} },
    { name: `304, ${size}`, target: targetOf(id), headers: { 'If-None-Match': etagOf(id) } },
  ]);
  const results = new Map(
    cases.map(({ name }) => [name, new Map([...ports.keys()].map((kind) => [kind, []]))]),
  );
  for (let round = 0; round < rounds; round++) {
    for (const { name, target, headers } of cases) {
      for (const [kind, port] of startingWith(round, [...ports])) {
        const url = `http://127.0.0.1:${port}${target}`;
        results.get(name).get(kind).push(measure({ url, seconds, headers }));
      }
    }
    note(`round ${round + 1} of ${rounds}`);
  }
  return results;
}

function startingWith(round, list) {
  const first = round % list.length;
  return [...list.slice(first), ...list.slice(0, first)];
}

/** Medians over the rounds. Ratios are taken within each round: what disturbed it disturbed all. */
function toFigures(results) {
  return [...results].flatMap(([name, kinds]) => {
    const ratio = (what, kind, other) =>
      median(kinds.get(kind).map((measured, round) => measured[what] / kinds.get(other)[round][what]));
    const perServer = [...kinds].flatMap(([kind, measured]) => [
      {
        name: `${name}: ${kind}`,
        value: median(measured.map(({ perSecond }) => perSecond)),
        unit: 'requests/s',
      },
      { name: `${name}: ${kind}, p99`, value: median(measured.map(({ p99Ms }) => p99Ms)), unit: 'ms' },
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
