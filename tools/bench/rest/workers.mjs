/**
 * What more processes behind the one port bring. The generator needs a part of the same cores, so throughput
 * alone says little on few of them: the processor time that a request takes says whether two processes stand
 * in each other's way, and throughput where each has a small share of a core whether n of them answer n times
 * as much.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { targetOf } from './bodies.mjs';
import { CoreShares } from './core-shares.mjs';
import { measure } from './load.mjs';
import { quantile } from '../quantile.cjs';

/**
 * Two processes that cost this much more a request than one would still bring nine tenths of a second core.
 */
const MOST_EXTRA = 1.1;

const NUMBERS = [1, 2, 4];

/** Four of them leave most of two cores to who asks. */
const SHARE_OF_A_CORE = 0.15;

/** Of n times as much as one process answers. */
const NEAR_LINEAR = 0.9;

/**
 * @param {import('./stage.mjs').Stage} stage
 * @param {{ sidecar: string, redisUrl: string, effort: { rounds: number, seconds: number }, note: (text:
 * string) => void }} how
 * @returns {Promise<import('../figures.mjs').Figure[]>} nothing where processes' times cannot be read
 */
export async function compareWorkers(stage, { sidecar, redisUrl, effort, note }) {
  if (!existsSync('/proc/self/task')) return [];
  const servers = new Map();
  for (const workers of NUMBERS) {
    const env = { REDIS_URL: redisUrl, WORKERS: String(workers) };
    servers.set(workers, await stage.startServer(() => [process.execPath, sidecar], env));
  }
  const onWholeCores = measureInRounds(servers, effort, (round) => note(`workers, ${round}`));
  return [...toFigures(onWholeCores), ...compareShares(servers, effort, note)];
}

/** By servers that have answered for a while: a share of a core is soon used up by compiling. */
function compareShares(servers, effort, note) {
  const answering = [...servers].flatMap(([workers, { pid }]) => (workers === 1 ? [pid] : childrenOf(pid)));
  const shares = new CoreShares(SHARE_OF_A_CORE);
  try {
    const why = shares.limit(answering);
    if (why !== undefined) {
      note(`shares of a core: not measured, ${why}`);
      return [];
    }
    return toShareFigures(measureInRounds(servers, effort, (round) => note(`shares of a core, ${round}`)));
  } finally {
    shares.end();
  }
}

/** @returns what each of them did in each round, by its number of processes */
function measureInRounds(servers, { rounds, seconds }, note) {
  const results = new Map([...servers.keys()].map((workers) => [workers, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [workers, server] of servers) results.get(workers).push(measureOnce(server, seconds));
    note(`round ${round + 1} of ${rounds}`);
  }
  return results;
}

function measureOnce({ port, pid }, seconds) {
  const before = processorMs(pid);
  const url = `http://127.0.0.1:${port}${targetOf('small')}`;
  const { perSecond } = measure({ url, seconds, isPinned: false });
  return { perSecond, usPerRequest: (1000 * (processorMs(pid) - before)) / (perSecond * seconds) };
}

function toFigures(results) {
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
      value: ratioToOne(results, 2, 'usPerRequest'),
      target: { atMost: MOST_EXTRA },
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

/** What so many processes have of it, by what one has in the same round. */
function ratioToOne(results, workers, what) {
  const ofOne = results.get(1);
  return median(results.get(workers).map((measured, round) => measured[what] / ofOne[round][what]));
}

function median(values) {
  return quantile(values, 0.5);
}

/** Of a process and all that it has started, threads included, in milliseconds. */
function processorMs(pid) {
  const own = readdirSync(`/proc/${pid}/task`).map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
  );
  return [...own.map((ns) => ns / 1e6), ...childrenOf(pid).map(processorMs)].reduce((sum, ms) => sum + ms, 0);
}

/** @returns {number[]} what the process has started, as process IDs */
function childrenOf(pid) {
  const threads = readdirSync(`/proc/${pid}/task`);
  return threads.flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
}
