import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/**
 * Hands on each line of this process's standard input, such as commands for the console of a program that it
 * runs.
 * @param {(line: string) => void} write
 * @returns {() => void} ends it, and lets go of the input
 */
export function forwardInput(write) {
  if (isInBackground()) return () => {};
  const lines = createInterface({ input: process.stdin }).on('line', write);
  return () => {
    lines.close();
    process.stdin.destroy();
  };
}

/**
 * Whether a terminal would stop this process for reading from it (SIGTTIN), as after `npm start &`. Where
 * `/proc` does not say, no.
 */
function isInBackground() {
  if (!process.stdin.isTTY) return false;
  try {
    // The name of the program, in brackets, may have blanks; after it: state, parent, process group, session,
    // terminal, its foreground group.
    const fields = readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    const [, , group, , , foreground] = fields;
    return group !== foreground;
  } catch {
    return false;
  }
}
