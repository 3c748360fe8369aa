import { createColours } from './colours.mjs';

const CLEAR_LINE = '\r\u001b[2K';
const NAME_WIDTH = 22;

/**
 * @typedef {object} Progress
 * @property {<T>(name: string, work: (note: (text: string) => void) => Promise<T>, describe?: (result: T) => string) => Promise<T>} step
 *   runs `work`, whose result or error it passes on; `note` shows an intermediate state; `describe` words the result
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
  const show = (line) => inPlace && stream.write(`${CLEAR_LINE}${line.slice(0, (stream.columns ?? 80) - 1)}`);
  const finish = (line) => stream.write(`${inPlace ? CLEAR_LINE : ''}${line}\n`);

  async function step(name, work, describe = () => '') {
    const startedAt = performance.now();
    const label = name.padEnd(NAME_WIDTH);
    if (inPlace) show(`  … ${name}`);
    else stream.write(`  … ${name}\n`);
    try {
      const result = await work((text) => show(`  … ${label} ${text}`));
      finish(
        `  ${colours.green('✔')} ${label} ${timing(startedAt)} ${colours.grey(describe(result) ?? '')}`.trimEnd(),
      );
      return result;
    } catch (error) {
      finish(`  ${colours.red('✘')} ${label} ${timing(startedAt)}`);
      throw error;
    }
  }

  const report = (name, detail) =>
    finish(`  ${colours.green('✔')} ${name.padEnd(NAME_WIDTH)} ${colours.grey(detail)}`);
  return { step, report, say: (line) => stream.write(`${line}\n`) };
}

function timing(startedAt) {
  return `${((performance.now() - startedAt) / 1000).toFixed(1)} s`.padStart(7);
}
