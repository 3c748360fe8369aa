import type { Command } from 'commander';
import { RedisError } from '../../../shared/redis/redis-error.ts';
import { mastersOf } from '../../../node/redis/redis-client.ts';
import { readNodes } from '../../../node/redis/heartbeats.ts';
import { readServerFacts } from '../../../node/redis/server-facts.ts';
import { readSettings, withRedis } from '../command-context.ts';
import type { Colour, CommandContext, CommandSettings } from '../command-context.ts';
import type { CommandStore } from '../command-store.ts';
import { CommandError } from '../command-error.ts';
import { count, printJson } from '../output.ts';
import { checkRights } from './acl-checks.ts';
import { checkClocks } from './clock-checks.ts';
import type { Finding, Level } from './finding.ts';
import { checkKeys } from './key-checks.ts';
import { checkNodes } from './node-checks.ts';
import { checkServer } from './server-checks.ts';

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
    .action(async ({ json = false }: { json?: boolean }) => {
      const settings = readSettings(context);
      const findings = await withRedis(context, (store) => examine(context, store, settings));
      if (json) printJson(context, { findings });
      else for (const finding of findings) print(context, finding);
      const problems = findings.filter(({ level }) => level === 'problem').length;
      if (problems > 0) throw new CommandError(`found ${count(problems, 'problem')}`);
    });
}

async function examine(
  context: CommandContext,
  store: CommandStore,
  { keyPrefix, redis: { url } }: CommandSettings,
): Promise<readonly Finding[]> {
  const { redis, keys } = store;
  const servers = await readServerFacts(redis, context.nowMs);
  const programs = await orNote('programs', async () => {
    const nodes = await readNodes(redis, keys);
    return [...checkClocks(servers, nodes), ...checkNodes(nodes)];
  });
  const rights = await orNote('rights', async () => {
    const found = mastersOf(redis).map((master) => checkRights(master, keys, url.kind === 'sentinel'));
    return (await Promise.all(found)).flat();
  });
  const ofKeys = await orNote('keys', () => checkKeys(store, keyPrefix));
  return [...servers.flatMap(checkServer), ...programs, ...rights, ...ofKeys];
}

/** Runs a check, or returns a note if Redis rejects its commands, because of permissions or its version. */
async function orNote(check: string, run: () => Promise<readonly Finding[]>): Promise<readonly Finding[]> {
  try {
    return await run();
  } catch (cause) {
    if (!(cause instanceof RedisError) || cause.reason !== 'error-reply') throw cause;
    const text = `They could not be read: ${cause.message}.`;
    const advice =
      'Run it as a Redis user with the permissions of fc-admin in docs/redis-acl.md, on Redis 7 or later.';
    return [{ check, level: 'note', text, advice }];
  }
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
