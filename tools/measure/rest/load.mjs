import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { findOnPath } from '../../set-up/find-on-path.mjs';

const CONNECTIONS = 64;
const require = createRequire(import.meta.url);

/**
 * @returns {string[]} the command prefix that pins a program to that core; empty if pinning is not possible
 */
export function pinnedTo(core) {
  const canPin = findOnPath('taskset') !== undefined && availableParallelism() > 1;
  return canPin ? ['taskset', '-c', String(core)] : [];
}

/**
 * @returns {'wrk' | 'autocannon'} wrk if it is installed, otherwise autocannon, which needs as much CPU time
 * as a server
 */
export function loadProgram() {
  return findOnPath('wrk') === undefined ? 'autocannon' : 'wrk';
}

/**
 * Generates closed-loop load over 64 connections.
 * @param {{ url: string, seconds: number, headers?: Record<string, string> }} options
 * @returns {{ perSecond: number, p99Ms: number }}
 * @throws if a response is neither 200 nor 304
 */
export function measure({ url, seconds, headers = {} }) {
  const prefix = pinnedTo(1);
  const headerOptions = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  return loadProgram() === 'wrk'
    ? measureWithWrk(prefix, { url, seconds, headerOptions })
    : measureWithAutocannon(prefix, { url, seconds, headerOptions });
}

function measureWithWrk(prefix, { url, seconds, headerOptions }) {
  const options = ['--latency', '-t1', `-c${CONNECTIONS}`, `-d${seconds}s`];
  const output = run([...prefix, 'wrk', ...options, ...headerOptions, url]);
  if (/Non-2xx/.test(output)) throw new Error(`${url} was answered with errors:\n${output}`);
  const [, amount, unit] = /\s99%\s+([\d.]+)(us|ms|s)/.exec(output);
  const p99Ms = Number(amount) * { us: 0.001, ms: 1, s: 1000 }[unit];
  return { perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(output)[1]), p99Ms };
}

function measureWithAutocannon(prefix, { url, seconds, headerOptions }) {
  const options = ['--json', '-c', String(CONNECTIONS), '-d', String(seconds), ...headerOptions];
  const result = JSON.parse(
    run([...prefix, process.execPath, require.resolve('autocannon'), ...options, url]),
  );
  if (result['4xx'] + result['5xx'] + result.errors > 0) throw new Error(`${url} was answered with errors`);
  return { perSecond: result.requests.average, p99Ms: result.latency.p99 };
}

function run([program, ...args]) {
  return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}
