/**
 * `npm run attack`: the long form of the attacks on what ships, against real processes. It says what is being
 * tried, and prints a table.
 */
import { runMain } from './terminal/explained-error.mjs';
import { runRowSuites } from './suites/row-suites.mjs';

const SHORTEST_SECONDS = 1;
const HELP = `npm run attack [-- --only <part of an attack's name>] [-- --seconds 10]

Attacks the built sidecar, the built jars in a proxy, and the command line, each in processes of its own with a Redis of its
own, and says of each attack whether what is promised held. Leave the machine alone meanwhile; all of it takes some minutes.
Ctrl-C ends it, with the table as far as it is.

  --only     attacks whose name holds this text; may be given several times
  --seconds  duration of an attack that lasts, in seconds, ${SHORTEST_SECONDS} or more; 10 by default
  --list     only names the attacks

Exit code 0 when everything held, 1 when something did not, 2 when called in the wrong way.`;

await runMain(() =>
  runRowSuites({
    name: 'attack',
    suites: 'test/attack/',
    help: HELP,
    seconds: 10,
    shortestSeconds: SHORTEST_SECONDS,
    columns: ['attack', 'result', 'figure'],
    toCells: ({ fault, broken, figure }) => [fault, resultOf(broken, figure), figure],
  }),
);

function resultOf(broken, figure) {
  if (broken !== '') return `BROKEN: ${broken}`;
  return figure.startsWith('not tried: ') ? 'not tried' : 'held';
}
