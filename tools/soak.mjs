/**
 * `npm run soak`: mixed load for some minutes, with random faults and edits. Every answer is compared with a
 * model, and memory, open files and threads are monitored.
 */
import { runJest } from './suites/jest-suite.mjs';
import { createLongForm } from './suites/long-form.mjs';
import { createProgress } from './terminal/progress.mjs';
import { runTool } from './terminal/run-tool.mjs';
import { toTable } from './terminal/table.mjs';

const SUITE = 'test/soak/soak.test';
const COLUMNS = ['what', 'median', 'growth', 'may grow by', ''];
const POLL_MS = 1000;
const HELP = `npm run soak [-- --minutes 10] [-- --seed <number>]

Puts mixed load on the plugin and the sidecar, with random faults and random edits of an admin. Every answer is compared with a model;
memory, open files and threads must not grow. Run nothing else on the machine. Ctrl-C ends it.

  --minutes  duration, 10 by default
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
    FC_SOAK_REPORT: report,
    FC_SOAK_MINUTES: minutes,
    FC_SOAK_SEED: seed,
  };
  const problem = await progress.step(
    `soak, seed ${seed}`,
    async (note) => {
      const poll = setInterval(() => note(lines().at(-1)?.progress ?? ''), POLL_MS);
      return await runJest([SUITE, '--runInBand'], env, 'ignore').finally(() => clearInterval(poll));
    },
    (end) => end ?? '',
    (end) => end === undefined,
  );
  const outcome = lines().find(({ growth }) => growth !== undefined);
  if (outcome !== undefined) console.log(`\n${describe(outcome)}`);
  if (problem !== undefined) process.exitCode ||= 1;
}

function read(values) {
  if (!(Number(values.minutes) > 0)) throw new Error('--minutes must be a number, more than 0');
  if (!/^\d+$/.test(values.seed)) throw new Error('--seed must be a whole number');
  return values;
}

function describe({ seed, minutes, checks, lists, gets, edits, faults, delays, wrong, growth }) {
  const amount = (value, unit) => `${value.toFixed(1)} ${unit}`.trim();
  const rows = growth.map((row) => [
    row.name,
    amount(row.median, row.unit),
    amount(row.growth, row.unit),
    amount(row.mayGrow, row.unit),
    row.growth <= row.mayGrow ? 'flat' : 'GROWS',
  ]);
  return [
    `${minutes} minutes, seed ${seed}: ${checks} checks (${lists} lists), ${gets} GETs, ${edits} edits, ${faults} faults, ${delays} waits for the CPU, ${wrong.length} wrong answers`,
    ...wrong,
    '',
    toTable(COLUMNS, rows),
  ].join('\n');
}

await runTool({ help: HELP, options: OPTIONS, read, run });
