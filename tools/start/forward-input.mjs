import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/**
 * Forwards each line of this process's standard input, such as commands for the console of a child process.
 * @param {(line: string) => void} write
 * @returns {() => void} stops forwarding and closes the input
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
 * Returns whether the terminal would stop this process for reading from it (SIGTTIN), as after `npm start &`.
 * False without `/proc`.
 */
function isInBackground() {
  if (!process.stdin.isTTY) return false;
  try {
    // The program's name, in brackets, may contain spaces; after it: state, parent, process group, session,
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
