/**
 * `npm run chaos`: the long form of the fault matrix, against real processes. It says what is being tried, and prints a table of what was promised and seen.
 * Exit code 0 when every promise was kept, 1 when one was broken, 2 when called in the wrong way.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildAll, buildStandIn } from './build.mjs';
import { startGroup } from './lib/child-group.mjs';
import { runMain } from './lib/explained-error.mjs';
import { DEV_DIRECTORY, fromRoot, ROOT } from './lib/paths.mjs';
import { createProgress } from './lib/progress.mjs';
import { endOnSignal } from './lib/end-on-signal.mjs';
import { toTable } from './lib/table.mjs';
import { setUp } from './setup.mjs';

const SUITES = 'test/faults/matrix/';
const REPORT = join(DEV_DIRECTORY, 'chaos.jsonl');
const COLUMNS = ['fault', 'load', 'promise', 'seen'];
const WRONG_USE = 2;
const SHORTEST_SECONDS = 3;
const HELP = `npm run chaos [-- <part of a fault's name> …] [-- --seconds 30]

Breaks things under load, and says what was promised and what was seen: all faults, or those whose name holds one of the texts.
Leave the machine alone meanwhile; all of it takes about a quarter of an hour. Ctrl-C ends it, with the table as far as it is.

  --seconds  how long each fault lasts, ${SHORTEST_SECONDS} or more; 30 by default
  --list     only names the faults`;

async function main() {
  const call = readCall();
  if (call === undefined) return;
  const progress = createProgress();
  const env = await setUp(progress);
  await buildAll(progress, env);
  await buildStandIn(progress, env);
  mkdirSync(DEV_DIRECTORY, { recursive: true });
  rmSync(REPORT, { force: true });
  const problem = await endOnSignal(
    startGroup(process.execPath, jestArguments(call), {
      cwd: ROOT,
      env: {
        ...env,
        FC_CHAOS_REPORT: REPORT,
        FC_CHAOS_SECONDS: call.seconds,
        ...(call.list && { FC_CHAOS_LIST: '1' }),
      },
      stdio: ['ignore', 'inherit', 'inherit'],
    }),
  );
  if (existsSync(REPORT)) console.log(`\n${toTable(COLUMNS, readRows())}`);
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
  const reporter = fromRoot('tools/lib/row-reporter.mjs');
  const jest = [fromRoot('node_modules/jest/bin/jest.js'), SUITES, '--runInBand', '--reporters', reporter];
  return pattern === '' ? jest : [...jest, '--testNamePattern', pattern];
}

function readRows() {
  return readFileSync(REPORT, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => Object.values(JSON.parse(line)));
}

await runMain(main);
