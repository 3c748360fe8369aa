/**
 * Measures the effect of more processes behind one port. The load generator needs a part of the same cores,
 * so on few cores throughput alone is not conclusive. The CPU time of a request shows whether two
 * processes slow each other down; throughput with a small share of a core per process shows whether n
 * processes serve n times as much.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { targetOf } from './bodies.mjs';
import { CoreShares } from './core-shares.mjs';
import { measure } from './load.mjs';
import { quantile } from '../quantile.mjs';

/**
 * Maximum CPU time of a request with two processes, relative to one: with this factor, the second
 * process still adds nine tenths of a core.
 */
const MAX_EXTRA = 1.1;

const NUMBERS = [1, 2, 4];

/** With four processes, most of two cores remains for the load generator. */
const SHARE_OF_A_CORE = 0.15;

/** Minimum throughput of n processes, relative to n times that of one. */
const NEAR_LINEAR = 0.9;

/**
 * @param {import('./bench-programs.mjs').BenchPrograms} programs
 * @param {{ sidecar: string, redisUrl: string, effort: { rounds: number, seconds: number }, note: (text:
 * string) => void }} options
 * @returns {Promise<import('../figures.mjs').Figure[]>} empty if CPU times cannot be read
 */
export async function compareWorkers(programs, { sidecar, redisUrl, effort, note }) {
  if (!existsSync('/proc/self/task')) return [];
  const servers = new Map();
  for (const workers of NUMBERS) {
    const env = { REDIS_URL: redisUrl, WORKERS: String(workers) };
    servers.set(workers, await programs.startServer(() => [process.execPath, sidecar], env));
  }
  const onWholeCores = measureInRounds(servers, effort, (round) => note(`workers, ${round}`));
  return [...toFigures(onWholeCores), ...compareShares(servers, effort, note)];
}

/** Uses servers that have been warmed up: compiling would soon use up a share of a core. */
function compareShares(servers, effort, note) {
  const answering = [...servers].flatMap(([workers, { pid }]) => (workers === 1 ? [pid] : childrenOf(pid)));
  const shares = new CoreShares(SHARE_OF_A_CORE);
  try {
    const reason = shares.limit(answering);
    if (reason !== undefined) {
      note(`shares of a core: not measured, ${reason}`);
      return [];
    }
    return toShareFigures(measureInRounds(servers, effort, (round) => note(`shares of a core, ${round}`)));
  } finally {
    shares.end();
  }
}

/** @returns the results of each server in each round, by its number of processes */
function measureInRounds(servers, { rounds, seconds }, note) {
  const results = new Map([...servers.keys()].map((workers) => [workers, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [workers, server] of servers) results.get(workers).push(measureOnce(server, seconds));
    note(`round ${round + 1} of ${rounds}`);
  }
  return results;
}

function measureOnce({ port, pid }, seconds) {
  const before = cpuMs(pid);
  const url = `http://127.0.0.1:${port}${targetOf('small')}`;
  const { perSecond } = measure({ url, seconds, isPinned: false });
  return { perSecond, usPerRequest: (1000 * (cpuMs(pid) - before)) / (perSecond * seconds) };
}

function toFigures(results) {
  const perNumber = [...results].flatMap(([workers, measured]) => [
    {
      name: `WORKERS=${workers}`,
      value: median(measured.map(({ perSecond }) => perSecond)),
      unit: 'requests/s',
    },
    {
      name: `WORKERS=${workers}, CPU time`,
      value: median(measured.map(({ usPerRequest }) => usPerRequest)),
      unit: 'µs/request',
    },
  ]);
  return [
    {
      name: 'CPU time a request, WORKERS=2 / 1',
      value: ratioToOne(results, 2, 'usPerRequest'),
      target: { atMost: MAX_EXTRA },
    },
    {
      name: 'requests a second, WORKERS=2 / 1, generator on the same cores',
      value: ratioToOne(results, 2, 'perSecond'),
    },
    ...perNumber,
  ];
}

function toShareFigures(results) {
  return NUMBERS.slice(1).map((workers) => ({
    name: `requests a second, WORKERS=${workers} / 1, each process with ${100 * SHARE_OF_A_CORE} % of a core`,
    value: ratioToOne(results, workers, 'perSecond'),
    target: { atLeast: NEAR_LINEAR * workers },
  }));
}

/**
 * Returns the median ratio of a figure with this number of processes to that with one process in the same
 * round.
 */
function ratioToOne(results, workers, what) {
  const ofOne = results.get(1);
  return median(results.get(workers).map((measured, round) => measured[what] / ofOne[round][what]));
}

function median(values) {
  return quantile(values, 0.5);
}

/** Returns the CPU time of a process and its descendants, including threads, in milliseconds. */
function cpuMs(pid) {
  const own = readdirSync(`/proc/${pid}/task`).map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
  );
  return [...own.map((ns) => ns / 1e6), ...childrenOf(pid).map(cpuMs)].reduce((sum, ms) => sum + ms, 0);
}

/** @returns {number[]} the ids of the child processes */
function childrenOf(pid) {
  const threads = readdirSync(`/proc/${pid}/task`);
  return threads.flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
}
