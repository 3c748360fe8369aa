import { createInterface } from 'node:readline';
import { describeError } from '../../shared/describe-error.ts';
import { escapeUnprintable } from '../../shared/escape-unprintable.ts';
import { EXIT } from './command-error.ts';
import { fileProblem } from './file-problem.ts';
import { createPrinters } from './printers.ts';
import { runProgram } from './program.ts';

function main(): void {
  const { stdin, stdout, stderr, env } = process;
  const { out, err } = createPrinters(process);
  let isOutputLost = false;
  /** Ends a command that runs until a signal; undefined for others. */
  let endCommand: (() => void) | undefined;
  // The first signal lets a command that runs until then end itself.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (endCommand === undefined) process.exit(EXIT.interrupted);
      endCommand();
      endCommand = undefined;
    });
  stderr.on('error', () => undefined);
  // A command that writes to Redis runs to its end. A reader such as `head` may close the pipe early, which
  // is not a failure.
  stdout.on('error', (cause: NodeJS.ErrnoException) => {
    if (isOutputLost) return;
    isOutputLost = true;
    endCommand?.();
    if (cause.code === 'EPIPE') return;
    err(`feature-control: standard output could not be written completely: ${fileProblem(cause)}`, 'red');
    process.once('exit', (exitCode) => {
      if (exitCode === EXIT.done) process.exitCode = EXIT.failed;
    });
  });
  const untilEnded = async (): Promise<void> => {
    await new Promise<void>((resolve) => (endCommand = resolve));
  };
  runProgram(process.argv.slice(2), {
    environment: env,
    out: (line, colour) => {
      if (!isOutputLost) out(line, colour);
    },
    isOutputLost: () => isOutputLost,
    err,
    nowMs: () => Date.now(),
    untilEnded,
    ...(stdin.isTTY && stderr.isTTY ? { ask } : {}),
  }).then(
    (code) => {
      process.exitCode = code;
      // After the output was written. ioredis keeps a timer of two seconds for an unreachable Sentinel.
      stdout.write('', () => process.exit());
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

main();
