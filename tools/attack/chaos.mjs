/**
 * `npm run chaos`: the long form of the fault matrix, against real processes. It shows the fault in progress,
 * and prints a table of the guarantees and of the observations.
 */
import { runRowSuites } from './suites/row-suites.mjs';

const COLUMNS = ['fault', 'load', 'guarantee', 'seen'];
const MIN_SECONDS = 3;
const HELP = `npm run chaos [-- <part of a fault's name> …] [-- --seconds 30]

Injects faults under load, and reports the guarantees and what was observed: all faults, or those whose names contain one of the texts.
Run nothing else on the machine; a full run takes about a quarter of an hour. Ctrl-C ends it and prints the results so far.

  --seconds  duration of each fault in seconds, at least ${MIN_SECONDS}; 30 by default
  --list     lists the names of the faults, and runs none

Exit code 0 if every guarantee was kept, 1 if one was broken, 2 for wrong usage.`;

await runRowSuites({
  name: 'chaos',
  suites: 'test/faults/matrix/',
  help: HELP,
  seconds: 30,
  minSeconds: MIN_SECONDS,
  columns: COLUMNS,
  toCells: (line) => COLUMNS.map((column) => line[column]),
});
