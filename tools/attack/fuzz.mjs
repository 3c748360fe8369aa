/**
 * `npm run fuzz`: the long form of the fuzz test of the built jar. A packet depends only on the seed and its
 * number, so a finding can be reproduced: `npm run fuzz -- --seed 7 --first 1234 --packets 1`.
 */
import { randomInt } from 'node:crypto';
import { buildAll, buildStandIn } from '../assemble/build.mjs';
import { ExplainedError } from '../terminal/explained-error.mjs';
import { runJestSuite } from '../test/jest-suite.mjs';
import { createProgress } from '../terminal/progress.mjs';
import { runTool } from '../terminal/run-tool.mjs';
import { setUp } from '../set-up/setup.mjs';

const SUITE = 'test/fuzz/built-jar';
const HELP = `npm run fuzz [-- --packets <n>] [--seed <n>] [--first <n>]

Sends generated packets to the built jar, and compares each answer with that of the same protocol code in Node.

  --packets   number of packets; 1000000 by default
  --seed      seed of the packets, from 0 to 4294967295; random by default
  --first     the number of the first packet; 0 by default

Exit code 0 if every packet was answered as expected, 1 if one was not or the test could not run,
2 for wrong usage.`;
const MAX_SEED = 2 ** 32 - 1;
const MAX_PACKETS = 1e9;

const OPTIONS = {
  packets: { type: 'string', default: '1000000' },
  seed: { type: 'string', default: String(randomInt(MAX_SEED)) },
  first: { type: 'string', default: '0' },
};

async function run({ packets, seed, first }) {
  const progress = createProgress();
  const env = await setUp(progress);
  await buildAll(progress, env);
  await buildStandIn(progress, env);
  progress.print(`\nseed ${seed}, packets ${first} to ${first + packets - 1}\n`);
  const { problem, figures } = await runJestSuite(SUITE, {
    env: { ...env, FC_FUZZ_PACKETS: packets, FC_FUZZ_SEED: seed, FC_FUZZ_FIRST: first },
    reportVariable: 'FC_FUZZ_REPORT',
  });
  if (figures !== undefined) progress.print(`\n${describe(figures)}`);
  if (problem !== undefined) throw new ExplainedError(`\nthe fuzz ${problem}`);
}

function read(values) {
  return {
    packets: wholeNumber(values, 'packets', 1, MAX_PACKETS),
    seed: wholeNumber(values, 'seed', 0, MAX_SEED),
    first: wholeNumber(values, 'first', 0, MAX_SEED),
  };
}

function wholeNumber(values, name, min, max) {
  const value = Number(values[name]);
  if (/^\d+$/.test(values[name]) && value >= min && value <= max) return value;
  throw new Error(`--${name} must be a whole number from ${min} to ${max}`);
}

function describe({ seed, answered, backendPackets, outcomes, heapMib, seconds }) {
  const counts = Object.entries(outcomes).map(([outcome, count]) => `${outcome} ${count}`);
  const heap = heapMib.map((mib) => mib.toFixed(1)).join(' ');
  return [
    `seed ${seed}`,
    `answered by the dispatcher: ${answered} (${counts.join(', ')})`,
    `from backends, unanswered: ${backendPackets}`,
    `heap after GC in MiB, after each tenth of the packets: ${heap}`,
    `${Math.round(((answered + backendPackets) * 0.9) / seconds)} packets a second`,
  ].join('\n');
}

await runTool({ help: HELP, options: OPTIONS, read, run });
