/**
 * Supervises the programs that its argument lists (JSON: name and shell script of each, and other
 * properties of a service), for supervisor.test.ts. A script prints `ready` when it is.
 */
import { runMain } from '../../tools/terminal/explained-error.mjs';
import { createProgress } from '../../tools/terminal/progress.mjs';
import { supervise } from '../../tools/processes/supervisor.mjs';

const programs = JSON.parse(process.argv[2]);
const fixed = { command: '/bin/sh', isReadyLine: (line) => line === 'ready' };
/** Longer than a busy machine delays a program, unless a test expects that one takes too long. */
const limits = { timeoutMs: 60_000, graceMs: 10_000 };
const progress = createProgress();

await runMain(async () => {
  await supervise(progress, async (start) => {
    for (const { script, ...program } of programs)
      await start({ ...fixed, ...limits, ...program, title: '', args: ['-c', script] });
    progress.print('all ready');
  });
  progress.print('all ended');
});
process.exit();
