import { createColours } from './colours.mjs';
import { ExplainedError } from './explained-error.mjs';
import { startService } from './service.mjs';

const NAME_WIDTH = 9;
const NAME_COLOURS = ['cyan', 'magenta', 'yellow', 'blue'];
/** npm hands a Ctrl-C on to us that the terminal has already given us: a second one within this time is the same. */
const SAME_SIGNAL_MS = 500;

/**
 * Keeps programs together: they are started one after the other, all end when one ends or a signal comes, and in the opposite order.
 * @param {import('./progress.mjs').Progress} progress
 * @returns {{ start: (spec: Omit<import('./service.mjs').ServiceSpec, 'onLine'> & { title: string }) => Promise<void>, over: Promise<string | undefined>, stop: () => Promise<void> }}
 *   `start` takes what `startService` takes, but for `onLine`, and says `title` once it is ready; `over` is fulfilled when it is time to stop, with the problem if there is one
 */
export function createSupervisor(progress) {
  const colours = createColours(process.stdout);
  const services = [];
  let declareOver;
  const over = new Promise((resolve) => (declareOver = resolve));
  let isOver = false;
  void over.then(() => (isOver = true));

  let firstSignalAt;
  function onSignal() {
    firstSignalAt ??= performance.now();
    declareOver(undefined);
    // Who asks twice does not want to wait for anybody.
    if (performance.now() - firstSignalAt > SAME_SIGNAL_MS) for (const service of services) service.kill();
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, onSignal);

  async function start({ title, ...spec }) {
    if (isOver) throw new ExplainedError(`the ${spec.name} is not started any more`);
    const paint = colours[NAME_COLOURS[services.length % NAME_COLOURS.length]];
    const label = paint(`${spec.name.padEnd(NAME_WIDTH)} |`);
    const service = startService({ ...spec, onLine: (line) => progress.say(`${label} ${line}`) });
    services.push(service);
    await progress.step(
      spec.name,
      () => service.ready,
      () => title,
    );
    void service.ended.then((how) => declareOver(`the ${spec.name} ${how ?? 'ended by itself'}`));
  }

  async function stop() {
    isOver = true;
    for (const service of services.toReversed()) await service.stop();
  }

  return { start, over, stop };
}
