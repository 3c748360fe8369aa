/**
 * `npm run bench`: measures the figures that the documents promise, and reports missed targets.
 * `npm run bench -- plugin` runs one suite. Exit code 0 if every target is met, 1 if one is missed, 2 for
 * wrong usage.
 */
import { cpus, loadavg } from 'node:os';
import { createProgress } from '../terminal/progress.mjs';
import { runTool } from '../terminal/run-tool.mjs';
import { setUp } from '../set-up/setup.mjs';

/**
 * @typedef {(options: { progress: import('../terminal/progress.mjs').Progress, env: NodeJS.ProcessEnv, quick:
 * boolean, only?: string }) => Promise<import('./figures.mjs').Figure[]>} Suite `quick`: only checks
 * that the suite runs; `only`: in a suite with several measures, runs only this one
 */

/** Modules by suite name; each exports `run`, a Suite. */
const SUITES = {
  rest: './rest/suite.mjs',
  plugin: './plugin/suite.mjs',
  network: './network/suite.mjs',
  scaling: './scaling/suite.mjs',
  'full-store': './full-store/suite.mjs',
  'command-line': './command-line/suite.mjs',
  console: './console/suite.mjs',
};

/** The measures of the suites that have several. */
const MEASURES = {
  plugin: ['check', 'throughput', 'answers', 'start', 'hostile', 'bridges', 'pushes', 'timed', 'lists'],
};

const HELP = `npm run bench [-- <suite> …] [-- --quick] [-- --only <measure>]

Measures the figures that the documents promise, on this machine: run nothing else on it. Suites: ${Object.keys(SUITES).join(', ')}; all of them by default.

  --quick            runs too short for meaningful figures, which only show that everything works
  --only <measure>   only this measure of ${Object.entries(MEASURES)
    .map(([suite, names]) => `${suite} (${names.join(', ')})`)
    .join(' or ')}`;
const OPTIONS = {
  quick: { type: 'boolean' },
  only: { type: 'string' },
};

async function run({ names, quick, only }) {
  const progress = createProgress();
  const env = await setUp(progress);
  for (const name of names.length === 0 ? Object.keys(SUITES) : names)
    await runSuite(name, { progress, env, quick, only });
}

function read({ quick = false, only }, names) {
  const unknownName = names.find((name) => !Object.hasOwn(SUITES, name));
  if (unknownName !== undefined) throw new Error(`unknown suite ${unknownName}`);
  if (only !== undefined) assertMeasure(names, only);
  return { names, quick, only };
}

/** @throws {Error} unless the only suite has the measure */
function assertMeasure(names, measure) {
  const [suite] = names;
  if (names.length !== 1 || !Object.hasOwn(MEASURES, suite))
    throw new Error(`--only needs one suite: ${Object.keys(MEASURES).join(' or ')}`);
  if (!MEASURES[suite].includes(measure)) throw new Error(`the suite ${suite} has no measure ${measure}`);
}

async function runSuite(name, options) {
  const { run } = await import(SUITES[name]);
  const { describeFigures, isMet } = await import('./figures.mjs');
  const figures = await run(options);
  const [load] = loadavg();
  options.progress.print(
    `\n${name}, on ${cpus().length} × ${cpus()[0].model}, load average ${load.toFixed(1)}\n\n${describeFigures(figures)}\n`,
  );
  if (!options.quick && !figures.every(isMet)) process.exitCode = 1;
}

await runTool({ help: HELP, options: OPTIONS, allowPositionals: true, read, run });
