import { createColours } from './colours.mjs';

const CLEAR_LINE = '\r\u001b[2K';
const NAME_WIDTH = 22;

/**
 * @typedef {object} Progress
 * @property {<T>(name: string, work: (note: (text: string) => void) => Promise<T>, describe?: (result: T) =>
 * string, isGood?: (result: T) => boolean) => Promise<T>} step runs `work`, and returns its result or throws
 * its error; `note` shows an intermediate state; `describe` returns the text for the result; `isGood` returns
 * whether the result is a success, by default true
 * @property {(name: string, detail: string) => void} report shows a step that needed no work
 * @property {(line: string) => void} print prints a line
 */

/**
 * Shows progress: on a terminal one line per step that is updated in place, elsewhere one line at the start
 * of a step and one at its end. Of several steps in parallel, the terminal shows the one that was updated
 * last.
 * @param {NodeJS.WriteStream} [stream]
 * @returns {Progress}
 */
export function createProgress(stream = process.stdout) {
  const colours = createColours(stream);
  const inPlace = stream.isTTY === true && process.env['TERM'] !== 'dumb';
  /** The lines shown in place, by the names of their steps; the latest is last. */
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
  /** Prints a line above the one that is updated in place. */
  function print(line) {
    stream.write(`${inPlace ? CLEAR_LINE : ''}${line}\n`);
    draw();
  }
  function finish(name, line) {
    running.delete(name);
    print(line.trimEnd());
  }

  async function step(name, work, describe = () => '', isGood = () => true) {
    const startedAt = performance.now();
    const label = name.padEnd(NAME_WIDTH);
    if (!inPlace) print(`  … ${name}`);
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
    print(`  ${colours.green('✔')} ${name.padEnd(NAME_WIDTH)} ${colours.grey(detail)}`);
  return { step, report, print };
}

function timing(startedAt) {
  return `${((performance.now() - startedAt) / 1000).toFixed(1)} s`.padStart(7);
}
