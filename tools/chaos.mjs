/**
 * `npm run chaos`: the long form of the fault matrix. Each fault lasts 30 s under 200 checks and 2,000 GETs a second, against real processes; then a table of what was
 * seen is printed. `npm run chaos -- --seconds 5` makes each fault shorter, `--only killed` tries those whose name holds the word.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildAll, buildStandIn } from './build.mjs';
import { ExplainedError, runMain } from './lib/explained-error.mjs';
import { DEV_DIRECTORY, fromRoot, ROOT } from './lib/paths.mjs';
import { createProgress } from './lib/progress.mjs';
import { setUp } from './setup.mjs';

const REPORT = join(DEV_DIRECTORY, 'chaos.jsonl');
const SUITE = 'test/faults/fault-matrix';
const COLUMNS = ['fault', 'load', 'promise', 'seen'];

async function main() {
  const options = { seconds: { type: 'string', default: '30' }, only: { type: 'string' } };
  const { values } = parseArgs({ options });
  if (!(Number(values.seconds) >= 3)) throw new ExplainedError('--seconds must be a number, 3 or more');
  const progress = createProgress();
  const env = await setUp(progress);
  await buildAll(progress, env);
  await buildStandIn(progress, env);
  mkdirSync(DEV_DIRECTORY, { recursive: true });
  rmSync(REPORT, { force: true });
  const only = values.only === undefined ? [] : ['--testNamePattern', values.only];
  const jest = spawn(process.execPath, [fromRoot('node_modules/jest/bin/jest.js'), SUITE, ...only], {
    cwd: ROOT,
    env: { ...env, FC_CHAOS_REPORT: REPORT, FC_CHAOS_SECONDS: values.seconds },
    stdio: 'inherit',
  });
  const [code] = await once(jest, 'exit');
  if (existsSync(REPORT)) console.log(`\n${toTable(readRows(), values.seconds)}`);
  process.exitCode = code ?? 1;
}

function readRows() {
  return readFileSync(REPORT, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

/** A table in Markdown, for the documents. */
function toTable(rows, seconds) {
  const lines = rows.map((row) => [`Redis ${row.fault}, ${seconds} s`, ...describeRow(row)]);
  const widths = COLUMNS.map((name, index) =>
    Math.max(name.length, ...lines.map((line) => line[index].length)),
  );
  const toLine = (cells) => `| ${cells.map((cell, index) => cell.padEnd(widths[index])).join(' | ')} |`;
  return [COLUMNS, widths.map((width) => '-'.repeat(width)), ...lines].map(toLine).join('\n');
}

function describeRow(row) {
  const { p50, p99, most } = row.answerMs;
  const health = (ms) => (ms === undefined ? 'not seen' : `after ${(ms / 1000).toFixed(2)} s`);
  return [
    `${row.checks} checks, ${row.gets} GETs`,
    'none unanswered, none wrong, at most 2 permits in a window, degraded and ok within 2 s',
    `${row.unanswered} unanswered, ${row.wrong} wrong, ${row.grantsInWindow} permits, ${row.getsWrong} GETs wrong, ` +
      `answers ${p50}/${p99}/${most} ms (p50/p99/most), degraded ${health(row.degradedAfterMs)}, ok ${health(row.okAfterMs)}`,
  ];
}

await runMain(main);
