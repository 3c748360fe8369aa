/**
 * `npm run bench`: measures the figures that the documents promise, and reports missed targets.
 * `npm run bench -- plugin` runs one suite. Exit code 0 if every target is met, 1 if one is missed, 2 for
 * wrong usage.
 */
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { runMain } from './terminal/explained-error.mjs';
import { createProgress } from './terminal/progress.mjs';
import { setUp } from './setup.mjs';

/**
 * @typedef {(options: { progress: import('./terminal/progress.mjs').Progress, env: NodeJS.ProcessEnv, quick:
 * boolean, only?: string }) => Promise<import('./bench/figures.mjs').Figure[]>} Suite `quick`: only checks
 * that the suite runs; `only`: in a suite with several measures, runs only this one
 */

/** Modules by suite name; each exports `run`, a Suite. */
const SUITES = {
  rest: './bench/rest/suite.mjs',
  plugin: './bench/plugin/suite.mjs',
  network: './bench/network/suite.mjs',
  scaling: './bench/scaling/suite.mjs',
  'full-store': './bench/full-store/suite.mjs',
  'command-line': './bench/command-line/suite.mjs',
  console: './bench/console/suite.mjs',
};

/** The measures of the suites that have several. */
const MEASURES = {
  plugin: ['check', 'throughput', 'answers', 'start', 'hostile', 'bridges', 'pushes', 'timed', 'lists'],
  rest: ['others', 'workers'],
};

const HELP = `npm run bench [-- <suite> …] [-- --quick] [-- --only <measure>]

Measures the figures that the documents promise, on this machine: run nothing else on it. Suites: ${Object.keys(SUITES).join(', ')}; all of them by default.

  --quick            runs too short for meaningful figures, which only show that everything works
  --only <measure>   only this measure of ${Object.entries(MEASURES)
    .map(([suite, names]) => `${suite} (${names.join(', ')})`)
    .join(' or ')}`;
const OPTIONS = {
  help: { type: 'boolean', short: 'h' },
  quick: { type: 'boolean' },
  only: { type: 'string' },
};
const WRONG_USAGE = 2;

async function main() {
  const parsed = parse();
  if ('problem' in parsed) {
    console.error(`feature-control: ${parsed.problem}\n\n${HELP}`);
    process.exitCode = WRONG_USAGE;
    return;
  }
  const { values, names } = parsed;
  if (values.help) return console.log(HELP);
  const progress = createProgress();
  const env = await setUp(progress);
  for (const name of names.length === 0 ? Object.keys(SUITES) : names)
    await runSuite(name, { progress, env, quick: values.quick === true, only: values.only });
}

function parse() {
  try {
    const { values, positionals: names } = parseArgs({ options: OPTIONS, allowPositionals: true });
    const unknownName = names.find((name) => !Object.hasOwn(SUITES, name));
    if (unknownName !== undefined) return { problem: `unknown suite ${unknownName}` };
    const problem = values.only === undefined ? undefined : refuseMeasure(names, values.only);
    return problem === undefined ? { values, names } : { problem };
  } catch (error) {
    return { problem: error.message };
  }
}

/** @returns the problem; undefined if the only suite has the measure */
function refuseMeasure(names, measure) {
  const [suite] = names;
  if (names.length !== 1 || !Object.hasOwn(MEASURES, suite))
    return `--only needs one suite: ${Object.keys(MEASURES).join(' or ')}`;
  return MEASURES[suite].includes(measure) ? undefined : `the suite ${suite} has no measure ${measure}`;
}

async function runSuite(name, options) {
  const { run } = await import(SUITES[name]);
  const { describeFigures, isMet } = await import('./bench/figures.mjs');
  const figures = await run(options);
  const [load] = loadavg();
  options.progress.print(
    `\n${name}, on ${cpus().length} × ${cpus()[0].model}, load average ${load.toFixed(1)}\n\n${describeFigures(figures)}\n`,
  );
  if (!options.quick && !figures.every(isMet)) process.exitCode = 1;
}

await runMain(main);
