import { rmSync, writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { CommandError } from '../command-error.ts';
import { fileProblem } from '../file-problem.ts';
import { printLines } from '../output.ts';
import { createDump } from './create-dump.ts';

const EXPLANATION = `
The file is JSON; there is no --json. Every word that is not one of our programs' texts, such as a name, an
address or a password, is replaced by a placeholder. If Redis is unreachable, the file says so, and has what is known without it.

Examples:
  feature-control dump
  feature-control dump --out -`;

/** Adds `feature-control dump`, which writes the state of the network to one file for a bug report. */
export function addDumpCommand(program: Command, context: CommandContext): void {
  program
    .command('dump')
    .description('Writes one file for a bug report: versions, settings, health, sizes, warnings, and doctor.')
    .option('--out <file>', 'the file to create, or - for standard output (default: named after the time)')
    .addHelpText('after', EXPLANATION)
    .action(async ({ out: file = nameOf(context.nowMs()) }: { readonly out?: string }) => {
      const text = await createDump(context);
      if (file === '-') printLines(context.out, text.trimEnd());
      else write(file, text);
      if (context.isOutputLost?.() === true) return;
      const where = file === '-' ? '' : `Wrote ${file}. `;
      context.err(`${where}Read it before you share it.`);
    });
}

/** Returns the name of the file of a dump, such as `feature-control-dump-20301201-180000.json`. */
function nameOf(epochMs: number): string {
  const time = new Date(epochMs).toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
  return `feature-control-dump-${time}.json`;
}

/** @throws {CommandError} if the file exists, or cannot be written; then it is not left behind incomplete */
function write(file: string, text: string): void {
  try {
    writeFileSync(file, text, { flag: 'wx', mode: 0o600 });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST')
      throw new CommandError(`${file} exists: name another file with --out`);
    rmSync(file, { force: true });
    throw new CommandError(`${file} cannot be written: ${fileProblem(cause)}`);
  }
}
