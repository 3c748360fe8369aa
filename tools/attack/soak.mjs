/**
 * `npm run soak`: mixed load for some minutes, with random faults and edits. Every answer is compared with a
 * model, and memory, open files and threads are monitored. It is a row of the fault matrix.
 */
import { runJest } from '../test/jest-suite.mjs';
import { createLongForm } from './suites/long-form.mjs';
import { createProgress } from '../terminal/progress.mjs';
import { runTool } from '../terminal/run-tool.mjs';

const SUITE = 'test/faults/matrix/redis.test';
const ROW = '(soak)';
const SECONDS_IN_MINUTE = 60;
const MS_IN_SECOND = 1000;
const HELP = `npm run soak [-- --minutes 10] [-- --seed <number>]

Puts mixed load on the plugin and the sidecar, with random faults and random edits of an admin. Every answer is compared with a model;
memory, open files and threads must not grow. Run nothing else on the machine. Ctrl-C ends it.

  --minutes  duration, 10 by default, at least half a minute
  --seed     a whole number; the same seed gives the same faults and edits in the same order

Exit code 0 if every answer was right and nothing grew, 1 otherwise, 2 for wrong usage.`;

const OPTIONS = {
  minutes: { type: 'string', default: '10' },
  seed: { type: 'string', default: String(Date.now() % 1_000_000) },
};

async function run({ minutes, seed }) {
  const progress = createProgress();
  const { report, prepare, lines } = createLongForm('soak');
  const tools = await prepare(progress);
  const env = {
    ...tools,
    FC_ROWS_REPORT: report,
    FC_ROWS_ONLY: JSON.stringify([ROW]),
    FC_ROWS_SECONDS: String(SECONDS_IN_MINUTE * Number(minutes)),
    FC_SOAK_SEED: seed,
  };
  const problem = await progress.step(
    `soak, seed ${seed}`,
    (note) => showingMinutes(note, minutes, () => runJest([SUITE, '--runInBand'], env, 'ignore')),
    (end) => end ?? '',
    (end) => end === undefined,
  );
  for (const { figure } of lines()) console.log(`\n${figure.replaceAll(', ', '\n')}`);
  if (problem !== undefined) process.exitCode ||= 1;
}

/** Runs `work`, and shows the time since its start. */
async function showingMinutes(note, minutes, work) {
  const startedAt = performance.now();
  const show = () => {
    const seconds = Math.floor((performance.now() - startedAt) / MS_IN_SECOND);
    const rest = String(seconds % SECONDS_IN_MINUTE).padStart(2, '0');
    note(`${Math.floor(seconds / SECONDS_IN_MINUTE)}:${rest} of ${minutes} min, and the start`);
  };
  const timer = setInterval(show, MS_IN_SECOND);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

function read(values) {
  if (!(Number(values.minutes) > 0)) throw new Error('--minutes must be a number, more than 0');
  if (!/^\d+$/.test(values.seed)) throw new Error('--seed must be a whole number');
  return values;
}

await runTool({ help: HELP, options: OPTIONS, read, run });
