/**
 * `npm run fuzz`: the long form of the fuzz of the built jar. A packet is made of the seed and its number
 * alone, so what is found can be sent again: `npm run fuzz -- --seed 7 --first 1234 --packets 1`.
 */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { buildAll, buildStandIn } from './build.mjs';
import { ExplainedError, runMain } from './terminal/explained-error.mjs';
import { runJestSuite } from './suites/jest-suite.mjs';
import { createProgress } from './terminal/progress.mjs';
import { setUp } from './setup.mjs';

const SUITE = 'test/fuzz/built-jar';
const HELP = `npm run fuzz [-- --packets <n>] [--seed <n>] [--first <n>]

Sends packets that are made up to the built jar, and compares each answer with what the protocol says in Node.

  --packets   how many; 1000000 by default
  --seed      of the packets, from 0 to 4294967295; by default another one each time
  --first     the number of the first packet; 0 by default

Exit code 0 when every packet was answered as it should be, 1 when one was not or nothing could be run,
2 when called in the wrong way.`;
const GREATEST_SEED = 2 ** 32 - 1;
const MOST_PACKETS = 1e9;
const WRONG_USE = 2;

async function main() {
  const call = readCall();
  if (call === undefined) return;
  const { packets, seed, first } = call;
  const progress = createProgress();
  const env = await setUp(progress);
  await buildAll(progress, env);
  await buildStandIn(progress, env);
  progress.say(`\nseed ${seed}, packets ${first} to ${first + packets - 1}\n`);
  const { problem, figures } = await runJestSuite(SUITE, {
    env: { ...env, FC_FUZZ_PACKETS: packets, FC_FUZZ_SEED: seed, FC_FUZZ_FIRST: first },
    reportVariable: 'FC_FUZZ_REPORT',
  });
  if (figures !== undefined) progress.say(`\n${describe(figures)}`);
  if (problem !== undefined) throw new ExplainedError(`\nthe fuzz ${problem}`);
}

/** @returns {{ packets: number, seed: number, first: number } | undefined} nothing where all is said */
function readCall() {
  const options = {
    packets: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: String(randomInt(GREATEST_SEED)) },
    first: { type: 'string', default: '0' },
    help: { type: 'boolean', short: 'h' },
  };
  try {
    const { values } = parseArgs({ options });
    if (values.help) return void console.log(HELP);
    return {
      packets: wholeNumber(values, 'packets', 1, MOST_PACKETS),
      seed: wholeNumber(values, 'seed', 0, GREATEST_SEED),
      first: wholeNumber(values, 'first', 0, GREATEST_SEED),
    };
  } catch (error) {
    console.error(`feature-control: ${error.message}\n\n${HELP}`);
    process.exitCode = WRONG_USE;
    return undefined;
  }
}

function wholeNumber(values, name, least, most) {
  const value = Number(values[name]);
  if (/^\d+$/.test(values[name]) && value >= least && value <= most) return value;
  throw new Error(`--${name} must be a whole number from ${least} to ${most}`);
}

function describe({ seed, answered, backendPackets, outcomes, heapMib, seconds }) {
  const counts = Object.entries(outcomes).map(([outcome, count]) => `${outcome} ${count}`);
  const heap = heapMib.map((mib) => mib.toFixed(1)).join(' ');
  return [
    `seed ${seed}`,
    `answered by the dispatcher: ${answered} (${counts.join(', ')})`,
    `from backends, unanswered: ${backendPackets}`,
    `heap after collection, in MiB, each tenth of the way: ${heap}`,
    `${Math.round(((answered + backendPackets) * 0.9) / seconds)} packets a second`,
  ].join('\n');
}

await runMain(main);
