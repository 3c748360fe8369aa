import { describeError } from '../../../shared/describe-error.ts';
import { escapeUnprintable } from '../../../shared/escape-unprintable.ts';
import { paint, wantsColours } from './colours.ts';
import type { Colour } from './colours.ts';
import { EXIT } from './failure.ts';
import { runProgram } from './program.ts';

const CLEAR_LINE = '\r\u001b[2K';

function main(): void {
  const { stdout, stderr } = process;
  const interrupted = new AbortController();
  let shownProgress = '';
  const progress = (text: string): void => {
    if (text !== shownProgress)
      stderr.write(CLEAR_LINE + escapeUnprintable(text).slice(0, (stderr.columns || 80) - 1));
    shownProgress = text;
  };
  const printer = (stream: NodeJS.WriteStream) => {
    const isColoured = wantsColours(stream, process.env);
    return (line: string, colour?: Colour): void => {
      if (shownProgress !== '') progress('');
      const text = escapeUnprintable(line);
      stream.write(`${isColoured && colour !== undefined ? paint(text, colour) : text}\n`);
    };
  };
  // A reader such as `head` may close the pipe early, which is not a failure.
  stdout.on('error', () => process.exit(EXIT.done));
  abortOnSignals(interrupted);
  runProgram(process.argv.slice(2), {
    environment: process.env,
    out: printer(stdout),
    err: printer(stderr),
    nowMs: () => Date.now(),
    interrupted: interrupted.signal,
    flushed: async () => {
      if (stdout.writableNeedDrain) await new Promise((resolve) => stdout.once('drain', resolve));
    },
    ...(stderr.isTTY ? { progress } : {}),
  }).then(
    (code) => {
      if (shownProgress !== '') progress('');
      process.exitCode = code;
    },
    (bug: unknown) => {
      stderr.write(`feature-control: ${describeError(bug)}\n`);
      process.exitCode = EXIT.failed;
    },
  );
}

/** The first signal lets the command finish its current step; the second ends the process immediately. */
function abortOnSignals(interrupted: AbortController): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (interrupted.signal.aborted) process.exit(EXIT.interrupted);
      interrupted.abort();
    });
  }
}

main();
