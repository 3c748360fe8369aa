/**
 * `npm run bench`: measures the figures that the documents promise, and reports missed targets.
 * `npm run bench -- plugin` runs one suite. Exit code 0 if every target is met, 1 if one is missed, 2 for
 * wrong usage.
 */
import { cpus, loadavg } from 'node:os';
import { setUp } from '../set-up/setup.mjs';
import { createProgress } from '../terminal/progress.mjs';
import { runTool } from '../terminal/run-tool.mjs';

/**
 * @typedef {object} SuiteOptions
 * @property {import('../terminal/progress.mjs').Progress} progress
 * @property {NodeJS.ProcessEnv} env from `setUp`
 * @property {boolean} quick only checks that the suite runs
 * @property {string} [only] the only measure to run
 * @typedef {(options: SuiteOptions) => Promise<import('./figures.mjs').Figure[]>} Suite
 */

/** Modules by suite name; each exports `run`, a Suite. */
const SUITES = {
  plugin: './plugin/suite.mjs',
  rest: './rest/suite.mjs',
  'full-store': './full-store/suite.mjs',
  network: './network/suite.mjs',
};
/** The measures of the suite `plugin`. */
const MEASURES = ['answers', 'start', 'hostile', 'pushes', 'timed'];

const HELP = `npm run bench [-- <suite> …] [-- --quick] [-- --only <measure>]

Measures the figures that the documents promise, on this machine: run nothing else on it. Suites: ${Object.keys(SUITES).join(', ')}; all of them by default.

  --quick            runs too short for meaningful figures, which only show that everything works
  --only <measure>   only this measure of the suite plugin: ${MEASURES.join(', ')}`;
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
  if (only !== undefined && names.join() !== 'plugin') throw new Error('--only needs the suite plugin');
  if (only !== undefined && !MEASURES.includes(only)) throw new Error(`there is no measure ${only}`);
  return { names, quick, only };
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
