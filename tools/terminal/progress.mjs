import { createColours } from './colours.mjs';

const CLEAR_LINE = '\r\u001b[2K';
const NAME_WIDTH = 22;

/**
 * @typedef {object} Progress
 * @property {<T>(name: string, work: (note: (text: string) => void) => Promise<T>, describe?: (result: T) =>
 * string, isGood?: (result: T) => boolean) => Promise<T>} step runs `work`, whose result or error it passes
 * on; `note` shows an intermediate state; `describe` words the result; `isGood` tells whether the result is a
 * success, which it is unless configured otherwise
 * @property {(name: string, detail: string) => void} report tells of something that was in order already
 * @property {(line: string) => void} say
 */

/**
 * Tells what is going on: on a terminal one line a step that changes in place, elsewhere one line when a step
 * begins and one when it ends. Of steps that are taken beside each other, the terminal shows the one that
 * said something last.
 * @param {NodeJS.WriteStream} [stream]
 * @returns {Progress}
 */
export function createProgress(stream = process.stdout) {
  const colours = createColours(stream);
  const inPlace = stream.isTTY === true && process.env['TERM'] !== 'dumb';
  /** By the steps' names, what they show in place, the latest last. */
  const running = new Map();

  function draw() {
    const line = [...running.values()].at(-1);
    if (inPlace && line !== undefined)
      stream.write(`${CLEAR_LINE}${line.slice(0, (stream.columns || 80) - 1)}`);
  }
  function show(name, line) {
    running.delete(name);
    running.set(name, line);
    draw();
  }
  /** Whatever is shown in place moves down. */
  function say(line) {
    stream.write(`${inPlace ? CLEAR_LINE : ''}${line}\n`);
    draw();
  }
  function finish(name, line) {
    running.delete(name);
    say(line.trimEnd());
  }

  async function step(name, work, describe = () => '', isGood = () => true) {
    const startedAt = performance.now();
    const label = name.padEnd(NAME_WIDTH);
    if (!inPlace) say(`  … ${name}`);
    show(name, `  … ${name}`);
    try {
      const result = await work((text) => show(name, `  … ${label} ${text}`));
      const mark = isGood(result) ? colours.green('✔') : colours.red('✘');
      finish(name, `  ${mark} ${label} ${timing(startedAt)} ${colours.grey(describe(result))}`);
      return result;
    } catch (error) {
      finish(name, `  ${colours.red('✘')} ${label} ${timing(startedAt)}`);
      throw error;
    }
  }

  const report = (name, detail) =>
    say(`  ${colours.green('✔')} ${name.padEnd(NAME_WIDTH)} ${colours.grey(detail)}`);
  return { step, report, say };
}

function timing(startedAt) {
  return `${((performance.now() - startedAt) / 1000).toFixed(1)} s`.padStart(7);
}
