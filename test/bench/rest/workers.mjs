/**
 * What more processes behind the one port bring. The generator needs a part of the same cores, so throughput alone says little on few of them: the
 * processor time that a request takes says whether two processes stand in each other's way, and throughput where each has a small share of a core whether
 * n of them answer n times as much.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { targetOf } from './bodies.mjs';
import { CoreShares } from './core-shares.mjs';
import { measure } from './load.mjs';
import { quantile } from '../quantile.mjs';

/** Two processes that cost this much more a request than one would still bring nine tenths of a second core. */
const MOST_EXTRA = 1.1;

const SHARING = [1, 2, 4];

/** Four of them leave most of two cores to who asks. */
const SHARE_OF_A_CORE = 0.15;

/** Of n times as much as one process answers. */
const NEAR_LINEAR = 0.9;

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
  return [...toFigures(results), ...(await compareShares(stage, { sidecar, redisUrl, effort, note }))];
}

/** Each server answers for a while before: a share of a core is soon used up by compiling. */
async function compareShares(stage, { sidecar, redisUrl, effort, note }) {
  const servers = [];
  for (const workers of SHARING) {
    const env = { REDIS_URL: redisUrl, WORKERS: String(workers) };
    const server = await stage.startServer(() => [process.execPath, sidecar], env);
    measureOnce(server, effort.seconds);
    servers.push({ ...server, answering: workers === 1 ? [server.pid] : childrenOf(server.pid) });
  }
  const shares = new CoreShares(SHARE_OF_A_CORE);
  try {
    const why = shares.limit(servers.flatMap(({ answering }) => answering));
    if (why !== undefined) {
      note(`shares of a core: not measured, ${why}`);
      return [];
    }
    const rounds = [];
    for (let round = 0; round < effort.rounds; round++) {
      rounds.push(servers.map((server) => measureOnce(server, effort.seconds).perSecond));
      note(`shares of a core, round ${round + 1} of ${effort.rounds}`);
    }
    return toShareFigures(rounds);
  } finally {
    shares.end();
  }
}

function toShareFigures(rounds) {
  return SHARING.slice(1).map((workers, index) => ({
    name: `requests a second, WORKERS=${workers} / 1, each process with ${100 * SHARE_OF_A_CORE} % of a core`,
    value: quantile(
      rounds.map(([one, ...more]) => more[index] / one),
      0.5,
    ),
    target: { atLeast: NEAR_LINEAR * workers },
  }));
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
