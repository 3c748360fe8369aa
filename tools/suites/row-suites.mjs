import { parseArgs } from 'node:util';
import { provideFaketime } from '../set-up/faketime.mjs';
import { createProgress } from '../terminal/progress.mjs';
import { toTable } from '../terminal/table.mjs';
import { fromRoot } from '../files/paths.mjs';
import { runJest } from './jest-suite.mjs';
import { createLongForm } from './long-form.mjs';

const WRONG_USE = 2;

/**
 * @typedef {object} RowSuites suites of rows (`test/faults/matrix/test-rows.ts`), which `npm test` runs in a
 * short form
 * @property {string} name of the command, and of the file that is reported to
 * @property {string} suites where they are, from the root
 * @property {string} help what `--help` prints
 * @property {number} seconds how long a row lasts where the caller names no time
 * @property {number} shortestSeconds
 * @property {string[]} columns of the table
 * @property {(line: any) => string[]} toCells of what a row has reported
 */

/**
 * Runs suites of rows in the long form: all rows, or those whose name holds one of the texts that the caller
 * gives. It says what is being tried, and prints a table. Sets the exit code: 1 where a row failed, 2 when
 * called in the wrong way.
 * @param {RowSuites} what
 */
export async function runRowSuites(what) {
  const call = readCall(what);
  if (call === undefined) return;
  const progress = createProgress();
  const { report, prepare, lines } = createLongForm(what.name);
  const tools = await prepare(progress);
  const faketime = await provideFaketime(progress);
  const env = {
    ...tools,
    FC_ROWS_REPORT: report,
    FC_ROWS_SECONDS: call.seconds,
    ...(faketime && { FC_FAKETIME: faketime }),
    ...(call.list && { FC_ROWS_LIST: '1' }),
  };
  const problem = await runJest(jestArguments(what.suites, call), env);
  // Rows that cannot be tried here are reported whatever the caller names.
  const isWanted = ({ fault }) =>
    !call.list && (call.only.length === 0 || call.only.some((text) => fault.includes(text)));
  const rows = lines().filter(isWanted).map(what.toCells);
  if (rows.length > 0) console.log(`\n${toTable(what.columns, rows)}`);
  if (problem !== undefined) process.exitCode ||= 1;
}

/** @returns {{ only: string[], seconds: string, list: boolean } | undefined} nothing where all is said */
function readCall({ help, seconds, shortestSeconds }) {
  const options = {
    only: { type: 'string', multiple: true, default: [] },
    seconds: { type: 'string', default: String(seconds) },
    list: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h' },
  };
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    if (values.help) return void console.log(help);
    if (!(Number(values.seconds) >= shortestSeconds))
      throw new Error(`--seconds must be a number, ${shortestSeconds} or more`);
    return { ...values, only: [...values.only, ...positionals] };
  } catch (error) {
    console.error(`feature-control: ${error.message}\n\n${help}`);
    process.exitCode = WRONG_USE;
    return undefined;
  }
}

/**
 * Rows are tests: what stands before the colon in a title is the name. With a pattern that nothing matches,
 * Jest only names them.
 */
function jestArguments(suites, { only, list }) {
  const names = only.map((name) => name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|');
  const pattern = list ? '(?!)' : names === '' ? '' : `^[^:]*(?:${names})`;
  // A row that fails may leave something running.
  const jest = [
    suites,
    '--runInBand',
    '--forceExit',
    '--reporters',
    fromRoot('tools/suites/row-reporter.mjs'),
  ];
  return pattern === '' ? jest : [...jest, '--testNamePattern', pattern];
}
