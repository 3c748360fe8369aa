import { startProgram } from '../processes/program.mjs';
import { createColours } from '../terminal/colours.mjs';
import { ExplainedError } from '../terminal/explained-error.mjs';
import { forwardInput } from './forward-input.mjs';

const NAME_WIDTH = 9;
const NAME_COLOURS = ['cyan', 'magenta', 'yellow', 'blue'];
/**
 * After Ctrl-C, the signal arrives twice: from the terminal and forwarded by npm. A second signal within this
 * time, in milliseconds, counts as the same.
 */
const SAME_SIGNAL_MS = 500;
const PARENT_POLL_MS = 1000;

/**
 * Starts programs one after the other, and stops all of them in reverse order when one ends or a signal
 * arrives.
 * @param {import('../terminal/progress.mjs').Progress} progress
 * @typedef {Omit<import('../processes/program.mjs').ProgramSpec, 'onLine'> & { name: string, title: string,
 * quiet?: boolean, readsConsole?: boolean }} SupervisedSpec `title` is shown when the program is ready;
 * `quiet`: its lines are shown only if it does not start; `readsConsole`: it gets lines of standard input
 * @param {(start: (spec: SupervisedSpec) => Promise<void>) => Promise<void>} startAll calls `start` for each
 * program; `start` resolves when the program is ready
 * @returns {Promise<void>} resolves after a signal, once every program has ended
 * @throws {ExplainedError} if a program did not start, or ended on its own; every program has ended by then
 */
export async function supervise(progress, startAll) {
  const colours = createColours(process.stdout);
  const services = [];
  const { over, declareOver } = listenForSignals(services);
  let isOver = false;
  let stopForwarding = () => {};
  void over.then(() => (isOver = true));

  async function start({ title, quiet = false, readsConsole = false, ...spec }) {
    if (isOver) throw new ExplainedError(`the ${spec.name} was not started, as everything is stopping`);
    const paint = colours[NAME_COLOURS[services.length % NAME_COLOURS.length]];
    const label = paint(`${spec.name.padEnd(NAME_WIDTH)} |`);
    const service = startProgram({
      ...spec,
      stdio: [readsConsole ? 'pipe' : 'ignore', 'pipe', 'pipe'],
      onLine: quiet ? undefined : (line) => progress.print(`${label} ${line}`),
    });
    services.push(service);
    if (readsConsole) stopForwarding = forwardInput((line) => service.child.stdin.write(`${line}\n`));
    const work = () => service.ready;
    await progress.step(spec.name, work, () => title);
    void service.ended.then((how) => declareOver(`the ${spec.name} ${how ?? 'ended on its own'}`));
  }

  try {
    await Promise.race([startAll(start), over]);
    const problem = await over;
    if (problem !== undefined) throw new ExplainedError(`${problem}: everything is stopped`);
    progress.print('\nstopping');
  } finally {
    isOver = true;
    stopForwarding();
    for (const service of services.toReversed()) await service.stop();
  }
}

/** Returns `over`, which resolves when everything must stop, with the problem if there is one. */
function listenForSignals(services) {
  let declareOver;
  const over = new Promise((resolve) => (declareOver = resolve));
  let firstAt;
  function onSignal() {
    firstAt ??= performance.now();
    declareOver(undefined);
    // A second Ctrl-C means that the user does not want to wait.
    if (performance.now() - firstAt > SAME_SIGNAL_MS) for (const service of services) service.kill();
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, onSignal);
  onNpmKilled(() => declareOver(undefined));
  return { over, declareOver };
}

/**
 * Calls `act` when npm was killed, which it cannot forward as a signal: this process then has another parent.
 */
function onNpmKilled(act) {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const npm = process.ppid;
  const timer = setInterval(() => process.ppid !== npm && act(), PARENT_POLL_MS);
  timer.unref();
}
