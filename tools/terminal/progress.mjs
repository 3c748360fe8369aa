import { createColours } from './colours.mjs';

const CLEAR_LINE = '\r\u001b[2K';
const NAME_WIDTH = 22;

/**
 * @typedef {object} Progress
 * @property {<T>(name: string, work: (note: (text: string) => void) => Promise<T>, describe?: (result: T) => string, isGood?: (result: T) => boolean) => Promise<T>} step
 *   runs `work`, whose result or error it passes on; `note` shows an intermediate state; `describe` words the result;
 *   `isGood` tells whether the result is a success, which it is unless told otherwise
 * @property {(name: string, detail: string) => void} report tells of something that was in order already
 * @property {(line: string) => void} say
 */

/**
 * Tells what is going on: on a terminal one line a step that changes in place, elsewhere one line when a step begins and one when it ends.
 * @param {NodeJS.WriteStream} [stream]
 * @returns {Progress}
 */
export function createProgress(stream = process.stdout) {
  const colours = createColours(stream);
  const inPlace = stream.isTTY === true && process.env['TERM'] !== 'dumb';
  let current = '';

  function show(line) {
    current = line;
    if (inPlace) stream.write(`${CLEAR_LINE}${line.slice(0, (stream.columns || 80) - 1)}`);
  }
  /** Whatever is shown in place moves down. */
  function say(line) {
    stream.write(`${inPlace ? CLEAR_LINE : ''}${line}\n`);
    if (current !== '') show(current);
  }
  function finish(line) {
    current = '';
    say(line.trimEnd());
  }

  async function step(name, work, describe = () => '', isGood = () => true) {
    const startedAt = performance.now();
    const label = name.padEnd(NAME_WIDTH);
    if (!inPlace) say(`  … ${name}`);
    show(`  … ${name}`);
    try {
      const result = await work((text) => show(`  … ${label} ${text}`));
      const mark = isGood(result) ? colours.green('✔') : colours.red('✘');
      finish(`  ${mark} ${label} ${timing(startedAt)} ${colours.grey(describe(result))}`);
      return result;
    } catch (error) {
      finish(`  ${colours.red('✘')} ${label} ${timing(startedAt)}`);
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
