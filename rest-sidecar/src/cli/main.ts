import { describeError } from '../../../shared/describe-error.ts';
import { escapeUnprintable } from '../../../shared/escape-unprintable.ts';
import { runProgram } from './program.ts';

runProgram(process.argv.slice(2), {
  environment: process.env,
  out: (line) => process.stdout.write(`${escapeUnprintable(line)}\n`),
  err: (line) => process.stderr.write(`${escapeUnprintable(line)}\n`),
  nowMs: () => Date.now(),
}).then(
  (code) => {
    process.exitCode = code;
  },
  (bug: unknown) => {
    process.stderr.write(`feature-control: ${describeError(bug)}\n`);
    process.exitCode = 1;
  },
);
