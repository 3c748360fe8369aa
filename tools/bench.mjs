/**
 * `npm run bench`: measures what the documents promise, and says where a target is missed.
 * `npm run bench -- plugin` runs one suite. Exit code 0 when every target is met, 1 when one is missed, 2
 * when called in the wrong way.
 */
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { runMain } from './terminal/explained-error.mjs';
import { createProgress } from './terminal/progress.mjs';
import { setUp } from './setup.mjs';

/**
 * @typedef {(how: { progress: import('./terminal/progress.mjs').Progress, env: NodeJS.ProcessEnv, quick:
 * boolean, only?: string }) => Promise<import('./bench/figures.mjs').Figure[]>} Suite `quick`: only shows
 * that the suite runs; `only`: of a suite that has several measures, those whose name begins so
 */

/** By name, a module that exports `run`, a Suite. */
const SUITES = {
  rest: './bench/rest/suite.mjs',
  plugin: './bench/plugin/suite.mjs',
  network: './bench/network/suite.mjs',
  scaling: './bench/scaling/suite.mjs',
  'full-store': './bench/full-store/suite.mjs',
  'command-line': './bench/command-line/suite.mjs',
  console: './bench/console/suite.mjs',
};

const HELP = `npm run bench [-- <suite> …] [-- --quick] [-- --only <measure>]

Measures what the documents promise, on this machine: leave it alone meanwhile. Suites: ${Object.keys(SUITES).join(', ')}; all of them by default.

  --quick            runs so short that the figures mean nothing: it only shows that everything works
  --only <measure>   just this one of the measures of plugin (check, throughput, answers, start, hostile, bridges, pushes, timed, lists) or rest (others, workers)`;
const OPTIONS = {
  help: { type: 'boolean', short: 'h' },
  quick: { type: 'boolean' },
  only: { type: 'string' },
};
const WRONG_USE = 2;

async function main() {
  const parsed = parse();
  if ('problem' in parsed) {
    console.error(`feature-control: ${parsed.problem}\n\n${HELP}`);
    process.exitCode = WRONG_USE;
    return;
  }
  const { options, names } = parsed;
  if (options.help) return console.log(HELP);
  const progress = createProgress();
  const env = await setUp(progress);
  for (const name of names.length === 0 ? Object.keys(SUITES) : names)
    await runSuite(name, { progress, env, quick: options.quick === true, only: options.only });
}

function parse() {
  try {
    const { values, positionals: names } = parseArgs({ options: OPTIONS, allowPositionals: true });
    const wrong = names.find((name) => !Object.hasOwn(SUITES, name));
    return wrong === undefined ? { options: values, names } : { problem: `there is no suite ${wrong}` };
  } catch (error) {
    return { problem: error.message };
  }
}

async function runSuite(name, how) {
  const { run } = await import(SUITES[name]);
  const { describeFigures, isMet } = await import('./bench/figures.mjs');
  const figures = await run(how);
  const [load] = loadavg();
  how.progress.say(
    `\n${name}, on ${cpus().length} × ${cpus()[0].model}, load average ${load.toFixed(1)}\n\n${describeFigures(figures)}\n`,
  );
  if (!how.quick && !figures.every(isMet)) process.exitCode = 1;
}

await runMain(main);
