/**
 * `npm run chaos`: the long form of the fault matrix, against real processes. It says what is being tried,
 * and prints a table of what was promised and seen.
 */
import { runMain } from './terminal/explained-error.mjs';
import { runRowSuites } from './suites/row-suites.mjs';

const COLUMNS = ['fault', 'load', 'promise', 'seen'];
const SHORTEST_SECONDS = 3;
const HELP = `npm run chaos [-- <part of a fault's name> …] [-- --seconds 30]

Breaks things under load, and says what was promised and what was seen: all faults, or those whose name holds one of the texts.
Leave the machine alone meanwhile; all of it takes about a quarter of an hour. Ctrl-C ends it, with the table as far as it is.

  --seconds  how long each fault lasts, ${SHORTEST_SECONDS} or more; 30 by default
  --list     only names the faults

Exit code 0 when every promise was kept, 1 when one was broken, 2 when called in the wrong way.`;

await runMain(() =>
  runRowSuites({
    name: 'chaos',
    suites: 'test/faults/matrix/',
    help: HELP,
    seconds: 30,
    shortestSeconds: SHORTEST_SECONDS,
    columns: COLUMNS,
    toCells: (line) => COLUMNS.map((column) => line[column]),
  }),
);
