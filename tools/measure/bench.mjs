/**
 * `npm run bench`: measures the figures that the documents promise, and reports missed targets.
 * `npm run bench -- plugin` runs one suite. `npm run bench -- compare <revision>` compares this working tree
 * with another revision. Exit code 0 if every target is met, 1 if one is missed, 2 for wrong usage.
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

/** The suites that can compare revisions: those whose module exports `comparable`. */
const COMPARABLE = ['rest', 'plugin'];

const HELP = `npm run bench [-- <suite> …] [-- --quick] [-- --only <measure>]
npm run bench -- compare <revision> [<suite>]

Measures the figures that the documents promise, on this machine: run nothing else on it. Suites: ${Object.keys(SUITES).join(', ')}; all of them by default.

  compare            builds another revision in a temporary folder, and prints what a suite measures of this working tree relative to it, in interleaved rounds: ${COMPARABLE.join(' (the default), ')}
  --quick            runs too short for meaningful figures, which only show that everything works
  --only <measure>   only this measure of the suite plugin: ${MEASURES.join(', ')}`;
const OPTIONS = {
  quick: { type: 'boolean' },
  only: { type: 'string' },
};

async function run({ names, quick, only, compared }) {
  const progress = createProgress();
  const env = await setUp(progress);
  if (compared !== undefined) return await runComparison(compared, { progress, env });
  for (const name of names.length === 0 ? Object.keys(SUITES) : names)
    await runSuite(name, { progress, env, quick, only });
}

function read({ quick = false, only }, names) {
  if (names[0] === 'compare') return { compared: readCompared(names.slice(1), { quick, only }) };
  const unknownName = names.find((name) => !Object.hasOwn(SUITES, name));
  if (unknownName !== undefined) throw new Error(`unknown suite ${unknownName}`);
  if (only !== undefined && names.join() !== 'plugin') throw new Error('--only needs the suite plugin');
  if (only !== undefined && !MEASURES.includes(only)) throw new Error(`there is no measure ${only}`);
  return { names, quick, only };
}

function readCompared([revision, suite = COMPARABLE[0], ...others], { quick, only }) {
  if (revision === undefined) throw new Error('compare needs a revision');
  if (!COMPARABLE.includes(suite) || others.length > 0)
    throw new Error('compare takes one suite that can compare');
  if (quick || only !== undefined) throw new Error('compare has no options');
  return { revision, suite };
}

async function runSuite(name, options) {
  const { run } = await import(SUITES[name]);
  const figures = await run(options);
  const areMet = await printFigures(name, figures, options);
  if (!options.quick && !areMet) process.exitCode = 1;
}

async function runComparison({ revision, suite }, options) {
  const { comparable } = await import(SUITES[suite]);
  const { compare } = await import('./compare.mjs');
  await printFigures(`${suite} and ${revision}`, await compare(revision, comparable, options), options);
}

/** @returns {Promise<boolean>} whether every target is met */
async function printFigures(title, figures, { progress }) {
  const { describeFigures, isMet } = await import('./figures.mjs');
  const [load] = loadavg();
  progress.print(
    `\n${title}, on ${cpus().length} × ${cpus()[0].model}, load average ${load.toFixed(1)}\n\n${describeFigures(figures)}\n`,
  );
  return figures.every(isMet);
}

await runTool({ help: HELP, options: OPTIONS, allowPositionals: true, read, run });
