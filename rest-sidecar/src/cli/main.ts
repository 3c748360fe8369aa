import { createProgram } from './program.ts';

createProgram({
  environment: process.env,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  nowMs: () => Date.now(),
})
  .run(process.argv.slice(2))
  .then(
    (code) => {
      process.exitCode = code;
    },
    (bug: unknown) => {
      process.stderr.write(`feature-control: ${bug instanceof Error ? String(bug.stack) : String(bug)}\n`);
      process.exitCode = 1;
    },
  );
