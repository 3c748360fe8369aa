import { describeError } from '../../../shared/describe-error.ts';
import { escapeUnprintable } from '../../../shared/escape-unprintable.ts';
import { createProgram } from './program.ts';

createProgram({
  environment: process.env,
  out: (line) => process.stdout.write(`${escapeUnprintable(line)}\n`),
  err: (line) => process.stderr.write(`${escapeUnprintable(line)}\n`),
  nowMs: () => Date.now(),
})
  .run(process.argv.slice(2))
  .then(
    (code) => {
      process.exitCode = code;
    },
    (bug: unknown) => {
      process.stderr.write(`feature-control: ${describeError(bug)}\n`);
      process.exitCode = 1;
    },
  );
