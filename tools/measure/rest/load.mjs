import { availableParallelism } from 'node:os';
import { fromRoot } from '../../files/paths.mjs';
import { runProgram } from '../../processes/program.mjs';
import { findOnPath } from '../../set-up/find-on-path.mjs';

const CONNECTIONS = 64;
/** Without wrk: so many processes of autocannon, each of which sends less than a server answers. */
const PROCESSES = 3;

/** The program that generates the load. */
export const GENERATOR = findOnPath('wrk') === undefined ? 'autocannon' : 'wrk';

/**
 * Sends requests to a server as fast as it answers, over 64 connections.
 * @param {string} url
 * @param {Record<string, string>} headers
 * @param {number} seconds
 * @returns {Promise<number>} the number of responses
 * @throws {Error} if a response is an error
 */
export async function generateLoad(url, headers, seconds) {
  return GENERATOR === 'wrk'
    ? await runWrk(url, headers, seconds)
    : await runAutocannon(url, headers, seconds);
}

/** Returns the command that runs on one core, or on all but the first one, if possible. */
export function pinned(command, { core }) {
  const canPin = findOnPath('taskset') !== undefined && availableParallelism() > 1;
  const cores = core === 'first' ? '0' : `1-${availableParallelism() - 1}`;
  return canPin ? ['taskset', '-c', cores, ...command] : command;
}

async function runWrk(url, headers, seconds) {
  const output = await run('wrk', [
    'wrk',
    '-t',
    '1',
    '-c',
    String(CONNECTIONS),
    '-d',
    `${seconds}s`,
    ...toOptions(headers),
    url,
  ]);
  if (/^\s*(?:Non-2xx|Socket errors)/m.test(output)) throw new Error(`${url} was answered with errors`);
  return Number(/(\d+) requests in/.exec(output)?.[1]);
}

async function runAutocannon(url, headers, seconds) {
  const program = fromRoot('node_modules', 'autocannon', 'autocannon.js');
  const connections = Math.ceil(CONNECTIONS / PROCESSES);
  const command = [
    process.execPath,
    program,
    '--json',
    '-c',
    String(connections),
    '-d',
    String(seconds),
    ...toOptions(headers),
    url,
  ];
  const outputs = await Promise.all(Array.from({ length: PROCESSES }, () => run('autocannon', command)));
  const results = outputs.map((output) => JSON.parse(output));
  if (results.some((result) => result['4xx'] + result['5xx'] + result.errors > 0))
    throw new Error(`${url} was answered with errors`);
  return results.reduce((sum, result) => sum + result.requests.total, 0);
}

function toOptions(headers) {
  return Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
}

async function run(name, command) {
  const [program, ...args] = pinned(command, { core: 'others' });
  const { output, problem, stdout } = await runProgram(program, args);
  if (problem !== undefined) throw new Error(`${name} ${problem}:\n${output}`);
  return stdout;
}
