import { createInterface } from 'node:readline';
import { describeError } from '../../shared/describe-error.ts';
import { escapeUnprintable } from '../../shared/escape-unprintable.ts';
import type { CommandContext, Phase } from './command-context.ts';
import { EXIT } from './command-error.ts';
import { createPrinters } from './printers.ts';
import { runProgram } from './program.ts';

/** What decides how a signal or an error of standard output ends the process. */
interface Run {
  phase: Phase | undefined;
  /** Whether standard output has failed, so that further output is ignored. */
  isOutputLost: boolean;
  readonly interrupted: AbortController;
}

function main(): void {
  const { stdin, stderr, env } = process;
  const run: Run = { phase: undefined, isOutputLost: false, interrupted: new AbortController() };
  const { out, err } = createPrinters(process, env);
  handleOutputErrors(run, err);
  handleSignals(run);
  runProgram(process.argv.slice(2), {
    environment: env,
    out: (line, colour) => {
      if (!run.isOutputLost) out(line, colour);
    },
    err,
    nowMs: () => Date.now(),
    interrupted: run.interrupted.signal,
    enterPhase: (phase) => {
      run.phase = phase;
    },
    ...(stdin.isTTY && stderr.isTTY ? { ask } : {}),
  }).then(
    (code) => {
      process.exitCode = code;
    },
    (bug: unknown) => {
      stderr.write(`feature-control: ${describeError(bug)}\n`);
      process.exitCode = EXIT.failed;
    },
  );
}

/** Returns the line that the user types; empty at the end of the input. */
async function ask(question: string): Promise<string> {
  process.stderr.write(`${escapeUnprintable(question)} `);
  for await (const line of createInterface({ input: process.stdin })) return line;
  return '';
}

/**
 * Ends the process at the first error of standard output, unless the command is writing to Redis. Errors of
 * standard error are ignored.
 */
function handleOutputErrors(run: Run, err: CommandContext['err']): void {
  process.stderr.on('error', () => undefined);
  process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (run.isOutputLost) return;
    run.isOutputLost = true;
    // A reader such as `head` may close the pipe early, which is not a failure.
    const isFailure = code !== 'EPIPE';
    if (isFailure) {
      err(`feature-control: standard output could not be written completely: ${message}`, 'red');
      process.once('exit', (exitCode) => {
        if (exitCode === EXIT.done) process.exitCode = EXIT.failed;
      });
    }
    if (run.phase !== 'writing') process.exit(isFailure ? EXIT.failed : EXIT.done);
  });
}

/**
 * The first signal ends the process, or is left to the command if that has declared its {@link Phase}; the
 * second signal ends the process in any case.
 */
function handleSignals(run: Run): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (run.phase === undefined || run.interrupted.signal.aborted) process.exit(EXIT.interrupted);
      run.interrupted.abort();
    });
  }
}

main();
