/**
 * `npm run attack`: the long form of the attacks on the shipped artifacts, against real processes. It shows
 * the attack in progress, and prints a table of the results.
 */
import { runRowSuites } from './suites/row-suites.mjs';

const MIN_SECONDS = 1;
const HELP = `npm run attack [-- --only <part of an attack's name>] [-- --seconds 10]

Attacks the built sidecar, the built jars in a proxy, and the command line, each in separate processes with a separate Redis,
and reports for each attack whether the guaranteed behaviour held. Run nothing else on the machine; a full run takes some minutes.
Ctrl-C ends it and prints the results so far.

  --only     only attacks whose name contains this text; may be given several times
  --seconds  duration of the continuous attacks in seconds, at least ${MIN_SECONDS}; 10 by default
  --list     lists the names of the attacks, and runs none

Exit code 0 if everything held, 1 if something did not, 2 for wrong usage.`;

await runRowSuites({
  name: 'attack',
  suites: 'test/attack/',
  help: HELP,
  seconds: 10,
  minSeconds: MIN_SECONDS,
  columns: ['attack', 'result', 'figure'],
  toCells: ({ fault, broken, figure }) => [fault, resultOf(broken, figure), figure],
});

function resultOf(broken, figure) {
  if (broken !== '') return `BROKEN: ${broken}`;
  return figure.startsWith('not tried: ') ? 'not tried' : 'held';
}
