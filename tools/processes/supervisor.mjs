import { createColours } from '../terminal/colours.mjs';
import { ExplainedError } from '../terminal/explained-error.mjs';
import { forwardInput } from './forward-input.mjs';
import { startService } from './service.mjs';

const NAME_WIDTH = 9;
const NAME_COLOURS = ['cyan', 'magenta', 'yellow', 'blue'];
/**
 * npm hands a Ctrl-C on to us that the terminal has already given us: a second one within this time is the
 * same.
 */
const SAME_SIGNAL_MS = 500;
const PARENT_POLL_MS = 1000;

/**
 * Keeps programs together: they are started one after the other, and all end when one ends or a signal comes,
 * in the opposite order.
 * @param {import('../terminal/progress.mjs').Progress} progress
 * @param {(start: (spec: Omit<import('./service.mjs').ServiceSpec, 'onLine'> & { title: string }) =>
 * Promise<void>) => Promise<void>} startAll calls `start` for each program (lines of standard input go to the
 * one that `readsConsole`), which is fulfilled when that one is ready, and says `title` then
 * @returns {Promise<void>} fulfilled after a signal, when everything has ended
 * @throws {ExplainedError} when a program did not start, or ended by itself; everything has ended then
 */
export async function supervise(progress, startAll) {
  const colours = createColours(process.stdout);
  const services = [];
  const { over, declareOver } = listenForSignals(services);
  let isOver = false;
  let stopForwarding = () => {};
  void over.then(() => (isOver = true));

  async function start({ title, ...spec }) {
    if (isOver) throw new ExplainedError(`the ${spec.name} is not started any more`);
    const paint = colours[NAME_COLOURS[services.length % NAME_COLOURS.length]];
    const label = paint(`${spec.name.padEnd(NAME_WIDTH)} |`);
    const service = startService({ ...spec, onLine: (line) => progress.say(`${label} ${line}`) });
    services.push(service);
    if (spec.readsConsole) stopForwarding = forwardInput(service.write);
    const work = () => service.ready;
    await progress.step(spec.name, work, () => title);
    void service.ended.then((how) => declareOver(`the ${spec.name} ${how ?? 'ended by itself'}`));
  }

  try {
    await Promise.race([startAll(start), over]);
    const problem = await over;
    if (problem !== undefined) throw new ExplainedError(`${problem}: everything is stopped`);
    progress.say('\nstopping');
  } finally {
    isOver = true;
    stopForwarding();
    for (const service of services.toReversed()) await service.stop();
  }
}

/** `over` is fulfilled when it is time to stop, with the problem if there is one. */
function listenForSignals(services) {
  let declareOver;
  const over = new Promise((resolve) => (declareOver = resolve));
  let firstAt;
  function onSignal() {
    firstAt ??= performance.now();
    declareOver(undefined);
    // Who asks twice does not want to wait for anybody.
    if (performance.now() - firstAt > SAME_SIGNAL_MS) for (const service of services) service.kill();
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, onSignal);
  whenNpmIsGone(() => declareOver(undefined));
  return { over, declareOver };
}

/** npm hands signals on, but it cannot hand on that it was killed: we get another parent then. */
function whenNpmIsGone(act) {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const npm = process.ppid;
  const timer = setInterval(() => process.ppid !== npm && act(), PARENT_POLL_MS);
  timer.unref();
}
