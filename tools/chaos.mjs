/**
 * `npm run chaos`: the long form of the fault matrix, against real processes. It says what is being tried, and prints a table of what was promised and seen.
 */
import { parseArgs } from 'node:util';
import { runMain } from './terminal/explained-error.mjs';
import { provideFaketime } from './set-up/faketime.mjs';
import { runJest } from './suites/jest-suite.mjs';
import { createLongForm } from './suites/long-form.mjs';
import { fromRoot } from './files/paths.mjs';
import { createProgress } from './terminal/progress.mjs';
import { toTable } from './terminal/table.mjs';

const SUITES = 'test/faults/matrix/';
const COLUMNS = ['fault', 'load', 'promise', 'seen'];
const WRONG_USE = 2;
const SHORTEST_SECONDS = 3;
const HELP = `npm run chaos [-- <part of a fault's name> …] [-- --seconds 30]

Breaks things under load, and says what was promised and what was seen: all faults, or those whose name holds one of the texts.
Leave the machine alone meanwhile; all of it takes about a quarter of an hour. Ctrl-C ends it, with the table as far as it is.

  --seconds  how long each fault lasts, ${SHORTEST_SECONDS} or more; 30 by default
  --list     only names the faults

Exit code 0 when every promise was kept, 1 when one was broken, 2 when called in the wrong way.`;

async function main() {
  const call = readCall();
  if (call === undefined) return;
  const progress = createProgress();
  const { report, prepare, lines } = createLongForm('chaos');
  const tools = await prepare(progress);
  const faketime = await provideFaketime(progress);
  const env = {
    ...tools,
    FC_CHAOS_REPORT: report,
    FC_CHAOS_SECONDS: call.seconds,
    ...(faketime && { FC_FAKETIME: faketime }),
    ...(call.list && { FC_CHAOS_LIST: '1' }),
  };
  const problem = await runJest(jestArguments(call), env);
  const rows = lines().map((line) => COLUMNS.map((column) => line[column]));
  if (rows.length > 0) console.log(`\n${toTable(COLUMNS, rows)}`);
  if (problem !== undefined) process.exitCode ||= 1;
}

/** @returns {{ faults: string[], seconds: string, list: boolean } | undefined} nothing where all is said */
function readCall() {
  const options = {
    seconds: { type: 'string', default: '30' },
    list: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h' },
  };
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    if (values.help) return void console.log(HELP);
    if (!(Number(values.seconds) >= SHORTEST_SECONDS))
      throw new Error('--seconds must be a number, 3 or more');
    return { faults: positionals, seconds: values.seconds, list: values.list };
  } catch (error) {
    console.error(`feature-control: ${error.message}\n\n${HELP}`);
    process.exitCode = WRONG_USE;
    return undefined;
  }
}

/** Rows are tests: what stands before the colon in a title is the fault. With a pattern that nothing matches, Jest only names them. */
function jestArguments({ faults, list }) {
  const names = faults.map((name) => name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|');
  const pattern = list ? '(?!)' : names === '' ? '' : `^[^:]*(?:${names})`;
  const jest = [SUITES, '--runInBand', '--reporters', fromRoot('tools/suites/row-reporter.mjs')];
  return pattern === '' ? jest : [...jest, '--testNamePattern', pattern];
}

await runMain(main);
