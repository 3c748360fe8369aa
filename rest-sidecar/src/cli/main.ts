import { describeError } from '../../../shared/describe-error.ts';
import type { CommandContext } from './command-context.ts';
import { EXIT } from './failure.ts';
import { createPrinters } from './printers.ts';
import { runProgram } from './program.ts';

function main(): void {
  const { stdout, stderr, env } = process;
  const interrupted = new AbortController();
  const { out, err, progress } = createPrinters(process, env);
  endOnOutputErrors(err);
  abortOnSignals(interrupted);
  runProgram(process.argv.slice(2), {
    environment: env,
    out,
    err,
    nowMs: () => Date.now(),
    interrupted: interrupted.signal,
    flushed: async () => {
      if (stdout.writableNeedDrain) await new Promise((resolve) => stdout.once('drain', resolve));
    },
    ...(stderr.isTTY ? { progress } : {}),
  }).then(
    (code) => {
      progress('');
      process.exitCode = code;
    },
    (bug: unknown) => {
      stderr.write(`feature-control: ${describeError(bug)}\n`);
      process.exitCode = EXIT.failed;
    },
  );
}

/** Ends the process if standard output cannot be written. */
function endOnOutputErrors(err: CommandContext['err']): void {
  process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    // A reader such as `head` may close the pipe early, which is not a failure.
    if (code === 'EPIPE') process.exit(EXIT.done);
    err(`feature-control: standard output could not be written completely: ${message}`, 'red');
    process.exit(EXIT.failed);
  });
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
