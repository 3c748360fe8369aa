/**
 * `npm run attack`, `chaos` and `fuzz`: long forms of suites that `npm test` runs in a short form,
 * against the built programs. Exit code 0 if every guarantee was kept, 1 if one was broken or the suite could
 * not run, 2 for wrong usage.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { buildAll, buildStandIn } from '../assemble/build.mjs';
import { DEV_DIRECTORY, fromRoot } from '../files/paths.mjs';
import { provideFaketime } from '../set-up/faketime.mjs';
import { setUp } from '../set-up/setup.mjs';
import { createProgress } from '../terminal/progress.mjs';
import { runTool } from '../terminal/run-tool.mjs';
import { toTable } from '../terminal/table.mjs';
import { runJest } from '../test/jest-suite.mjs';

const MAX_SEED = 2 ** 32 - 1;
const ROWS = {
  only: { type: 'string', multiple: true, default: [] },
  list: { type: 'boolean', default: false },
};
const ROWS_HELP = `
  --only     only rows whose name contains this text; may be given several times
  --seconds  duration of each row
  --list     lists the names, and runs none`;

/**
 * The long forms. `suite`: of Jest; `about`: for the help; `defaults`: the numbers that an option sets;
 * `variables`: the environment variables for these; `columns`: of the table of rows
 */
const FORMS = {
  attack: {
    suite: 'test/attack/',
    about: `Attacks the built programs, and reports for each attack whether the guarantee held.\n${ROWS_HELP}`,
    defaults: { seconds: 10 },
    variables: { seconds: 'FC_ROWS_SECONDS' },
    columns: ['fault', 'broken', 'figure'],
  },
  chaos: {
    suite: 'test/faults/matrix/',
    about: `Injects faults under load, and reports the guarantees and what was observed.\n${ROWS_HELP}`,
    defaults: { seconds: 30 },
    variables: { seconds: 'FC_ROWS_SECONDS' },
    columns: ['fault', 'load', 'guarantee', 'seen'],
  },
  fuzz: {
    suite: 'test/fuzz/built-jar',
    about: `Sends generated packets to the built jar, and compares each answer with that of the same code in Node.

  --packets  number of packets
  --seed     the same seed gives the same packets`,
    defaults: { packets: 1_000_000, seed: randomInt(MAX_SEED) },
    variables: { packets: 'FC_FUZZ_PACKETS', seed: 'FC_FUZZ_SEED' },
  },
};

const [, , name, ...args] = process.argv;
const form = FORMS[name];
const numbers = Object.keys(form.defaults);

function read({ only, list, ...values }, positionals) {
  for (const option of numbers)
    if (!/^\d+$/.test(values[option]) || Number(values[option]) > MAX_SEED)
      throw new Error(`--${option} must be a whole number`);
  return { values, only: [...(only ?? []), ...positionals], list };
}

async function run({ values, only, list }) {
  const progress = createProgress();
  const report = join(DEV_DIRECTORY, `${name}.jsonl`);
  const env = await setUp(progress);
  await buildAll(progress, env);
  await buildStandIn(progress, env);
  const faketime = await provideFaketime(progress);
  mkdirSync(DEV_DIRECTORY, { recursive: true });
  rmSync(report, { force: true });
  for (const option of numbers) env[form.variables[option]] = values[option];
  progress.print(`\n${name}: ${numbers.map((option) => `${option} ${values[option]}`).join(', ')}\n`);
  if (form.columns !== undefined) {
    env.FC_ROWS_REPORT = report;
    env.FC_ROWS_ONLY = JSON.stringify(only);
    if (faketime !== undefined) env.FC_FAKETIME = faketime;
    if (list) env.FC_ROWS_LIST = '1';
  }
  const problem = await runJest(jestArguments(list), env);
  if (existsSync(report)) show(readFileSync(report, 'utf8'));
  if (problem !== undefined) process.exitCode ||= 1;
}

/** Returns Jest's arguments. With a pattern that matches nothing, Jest only lists the tests. */
function jestArguments(list) {
  if (form.columns === undefined) return [form.suite];
  // A failed row may leave open handles.
  const reporters = ['--reporters', fromRoot('tools', 'attack', 'row-reporter.mjs')];
  const rows = [form.suite, '--runInBand', '--forceExit', ...reporters];
  return list ? [...rows, '--testNamePattern', '(?!)'] : rows;
}

/** Prints the report: one JSON object a row, of which the last line may be incomplete. */
function show(text) {
  const complete = text.split('\n').filter((line) => line.endsWith('}'));
  const rows = complete.map((line) => JSON.parse(line));
  const cells = rows.map((row) => form.columns.map((column) => row[column] || '-'));
  if (cells.length > 0) console.log(`\n${toTable(form.columns, cells)}`);
}

const HELP = `npm run ${name} [-- options]

${form.about}

${numbers.map((option) => `--${option} is ${option === 'seed' ? 'random' : form.defaults[option]} by default.`).join(' ')} Run nothing else on the machine. Ctrl-C ends it and prints the results so far.`;

process.argv.splice(2, Infinity, ...args);
await runTool({
  help: HELP,
  options: {
    ...(form.columns !== undefined && ROWS),
    ...Object.fromEntries(
      numbers.map((option) => [option, { type: 'string', default: String(form.defaults[option]) }]),
    ),
  },
  allowPositionals: true,
  read,
  run,
});
