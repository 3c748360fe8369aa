/**
 * What a second process behind the one port brings. The generator needs a part of the same cores, so throughput alone says little on few of them: the
 * processor time that a request takes says whether two processes stand in each other's way.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { targetOf } from './bodies.mjs';
import { measure } from './load.mjs';
import { quantile } from '../quantile.mjs';

/** Two processes that cost this much more a request than one would still bring nine tenths of a second core. */
const MOST_EXTRA = 1.1;

/**
 * @param {import('./stage.mjs').Stage} stage
 * @param {{ sidecar: string, redisUrl: string, effort: { rounds: number, seconds: number }, note: (text: string) => void }} how
 * @returns {Promise<import('../figures.mjs').Figure[]>} nothing where processes' times cannot be read
 */
export async function compareWorkers(stage, { sidecar, redisUrl, effort, note }) {
  if (!existsSync('/proc/self/task')) return [];
  const servers = new Map();
  for (const workers of [1, 2]) {
    const env = { REDIS_URL: redisUrl, WORKERS: String(workers) };
    servers.set(workers, await stage.startServer(() => [process.execPath, sidecar], env));
  }
  const results = new Map([...servers.keys()].map((workers) => [workers, []]));
  for (let round = 0; round < effort.rounds; round++) {
    for (const [workers, server] of servers) results.get(workers).push(measureOnce(server, effort.seconds));
    note(`workers, round ${round + 1} of ${effort.rounds}`);
  }
  return toFigures(results);
}

function measureOnce({ port, pid }, seconds) {
  const before = processorMs(pid);
  const url = `http://127.0.0.1:${port}${targetOf('small')}`;
  const { perSecond } = measure({ url, seconds, isPinned: false });
  return { perSecond, usPerRequest: (1000 * (processorMs(pid) - before)) / (perSecond * seconds) };
}

function toFigures(results) {
  const median = (values) => quantile(values, 0.5);
  const ratio = (what) => median(results.get(2).map((two, round) => two[what] / results.get(1)[round][what]));
  const perNumber = [...results].flatMap(([workers, measured]) => [
    {
      name: `WORKERS=${workers}`,
      value: median(measured.map(({ perSecond }) => perSecond)),
      unit: 'requests/s',
    },
    {
      name: `WORKERS=${workers}, processor time`,
      value: median(measured.map(({ usPerRequest }) => usPerRequest)),
      unit: 'µs/request',
    },
  ]);
  return [
    {
      name: 'processor time a request, WORKERS=2 / 1',
      value: ratio('usPerRequest'),
      target: { atMost: MOST_EXTRA },
    },
    { name: 'requests a second, WORKERS=2 / 1, generator on the same cores', value: ratio('perSecond') },
    ...perNumber,
  ];
}

/** Of a process and all that it has started, threads included, in milliseconds. */
function processorMs(pid) {
  const threads = readdirSync(`/proc/${pid}/task`);
  const own = threads.map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
  );
  const children = threads.flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
  );
  return [...own.map((ns) => ns / 1e6), ...children.map(processorMs)].reduce((sum, ms) => sum + ms, 0);
}
