import { provideFaketime } from '../../set-up/faketime.mjs';
import { createProgress } from '../../terminal/progress.mjs';
import { ExplainedError } from '../../terminal/explained-error.mjs';
import { runTool } from '../../terminal/run-tool.mjs';
import { toTable } from '../../terminal/table.mjs';
import { fromRoot } from '../../files/paths.mjs';
import { runJest } from '../../test/jest-suite.mjs';
import { createLongForm } from './long-form.mjs';

/**
 * @typedef {object} RowSuites suites of rows (`test/faults/matrix/test-rows.ts`) that `npm test` runs in a
 * short form
 * @property {string} name of the command, and of its report file
 * @property {string} suites their folder, from the root
 * @property {string} help output of `--help`
 * @property {number} seconds default duration of a row
 * @property {number} minSeconds minimum duration of a row
 * @property {string[]} columns of the printed table
 * @property {(line: any) => string[]} toCells converts the report of a row to the cells of the table
 */

/**
 * Runs suites of rows in the long form: all rows, or those whose names contain one of the texts on the
 * command line. Shows the row in progress, and prints a table. Sets the exit code: 1 if a row failed, 2 for
 * wrong usage.
 * @param {RowSuites} suites
 */
export async function runRowSuites(suites) {
  const { help, seconds, minSeconds } = suites;
  await runTool({
    help,
    options: {
      only: { type: 'string', multiple: true, default: [] },
      seconds: { type: 'string', default: String(seconds) },
      list: { type: 'boolean', default: false },
    },
    allowPositionals: true,
    read(values, positionals) {
      if (!(Number(values.seconds) >= minSeconds))
        throw new Error(`--seconds must be a number, ${minSeconds} or more`);
      return { ...values, only: [...values.only, ...positionals] };
    },
    run: (settings) => run(suites, settings),
  });
}

async function run(suites, { only, seconds, list }) {
  const progress = createProgress();
  const { report, prepare, lines } = createLongForm(suites.name);
  const tools = await prepare(progress);
  const faketime = await provideFaketime(progress);
  const env = {
    ...tools,
    FC_ROWS_REPORT: report,
    FC_ROWS_ONLY: JSON.stringify(only),
    FC_ROWS_SECONDS: seconds,
    ...(faketime && { FC_FAKETIME: faketime }),
    ...(list && { FC_ROWS_LIST: '1' }),
  };
  const problem = await runJest(jestArguments(suites.suites, list), env);
  const rows = list ? [] : lines().map(suites.toCells);
  if (rows.length > 0) console.log(`\n${toTable(suites.columns, rows)}`);
  else if (!list && problem === undefined)
    throw new ExplainedError('no name contains one of these texts: --list shows the names');
  if (problem !== undefined) process.exitCode ||= 1;
}

/** Returns Jest's arguments. With a pattern that matches nothing, Jest only lists the tests. */
function jestArguments(suites, list) {
  // A failed row may leave open handles.
  const jest = [
    suites,
    '--runInBand',
    '--forceExit',
    '--reporters',
    fromRoot('tools/attack/suites/row-reporter.mjs'),
  ];
  return list ? [...jest, '--testNamePattern', '(?!)'] : jest;
}
