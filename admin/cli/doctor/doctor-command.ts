import type { Command } from 'commander';
import { readSettings } from '../command-context.ts';
import type { Colour, CommandContext } from '../command-context.ts';
import { CommandError } from '../command-error.ts';
import { withRedis } from '../connected-context.ts';
import { count, printJson } from '../output.ts';
import type { JsonOption } from '../output.ts';
import { examine } from './examine.ts';
import type { Finding, Level } from './finding.ts';

const EXPLANATION = `
Checks Redis's version, role, persistence, eviction and round trip; the permissions of each Redis user
in docs/redis-acl.md; the types of all keys; the values that the sidecar serves; the clocks; and
the status of the programs. It writes nothing. The exit code is 1 if there is a problem.

Examples:
  feature-control doctor
  feature-control doctor --json`;

/** Adds `feature-control doctor`, which looks for problems and advises what to do about them. */
export function addDoctorCommand(program: Command, context: CommandContext): void {
  program
    .command('doctor')
    .description('Looks for problems of Redis and its data, and shows what to do about them.')
    .option('--json', 'print JSON, for programs')
    .addHelpText('after', EXPLANATION)
    .action(async ({ json = false }: JsonOption) => {
      const settings = readSettings(context);
      const findings = await withRedis(context, (connected) => examine(connected, settings));
      if (json) printJson(context, { findings });
      else for (const finding of findings) print(context, finding);
      const problems = findings.filter(({ level }) => level === 'problem').length;
      if (problems > 0) throw new CommandError(`found ${count(problems, 'problem')}`);
    });
}

const COLOURS: Readonly<Record<Level, Colour>> = {
  ok: 'green',
  note: 'cyan',
  warning: 'yellow',
  problem: 'red',
};

function print({ out }: CommandContext, { check, level, text, advice }: Finding): void {
  out(`${level.padEnd(7)}  ${check}: ${text}`, COLOURS[level]);
  if (advice !== undefined) out(`         ${advice}`);
}
