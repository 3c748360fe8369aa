import type { Command } from 'commander';
import { readServerFacts } from '../../node/redis/commands/server-facts.ts';
import type { ServerFacts } from '../../node/redis/commands/server-facts.ts';
import { readPrograms } from '../../node/redis/mirroring/heartbeats.ts';
import type { RunningProgram } from '../../node/redis/mirroring/heartbeats.ts';
import type { CommandContext } from './command-context.ts';
import { withRedis } from './connected-context.ts';
import { compareNames, count, formatDuration, printJson, printTable } from './output.ts';
import type { JsonOption } from './output.ts';

/** Adds `feature-control status`, which shows Redis, and every proxy and sidecar that sends heartbeats. */
export function addStatusCommand(program: Command, context: CommandContext): void {
  program
    .command('status')
    .description('Shows Redis, and each proxy and sidecar with its version, lag, loaded data and requests.')
    .option('--json', 'print JSON, for programs')
    .addHelpText('after', '\nExamples:\n  feature-control status\n  feature-control status --json')
    .action(async ({ json = false }: JsonOption) => {
      const { servers, programs } = await withRedis(context, async ({ redis, keys }) => ({
        servers: await readServerFacts(redis, context.nowMs),
        programs: await readPrograms(redis, keys),
      }));
      if (json) printJson(context, { redis: servers.map(summaryOf), programs });
      else print(context, servers, programs);
    });
}

function summaryOf({ endpoint, info, roundTripMs }: ServerFacts) {
  return {
    endpoint,
    version: info.get('redis_version') ?? '',
    upMs: 1000 * Number(info.get('uptime_in_seconds') ?? 0),
    memoryBytes: Number(info.get('used_memory') ?? 0),
    clients: Number(info.get('connected_clients') ?? 0),
    roundTripMs,
  };
}

function print(
  context: CommandContext,
  servers: readonly ServerFacts[],
  programs: readonly RunningProgram[],
): void {
  for (const facts of servers) {
    const { clients, endpoint, memoryBytes, roundTripMs, upMs } = summaryOf(facts);
    const memory = `${(memoryBytes / 1024 / 1024).toFixed(1)} MB`;
    context.out(
      `${facts.version} at ${endpoint}: up ${formatDuration(upMs)}, ${memory}, ${count(clients, 'client')}, ` +
        `round trip ${Math.round(roundTripMs)} ms`,
    );
  }
  if (programs.length === 0) {
    context.err('No heartbeat of a proxy or sidecar was found.', 'yellow');
    return;
  }
  context.out('');
  // `seenAt` is by the clock of Redis, so the age needs the same clock.
  const nowMs = servers[0]?.clockMs ?? context.nowMs();
  const sorted = programs.toSorted(
    (one, other) => compareNames(one.kind, other.kind) || compareNames(one.name, other.name),
  );
  printTable(context, [HEADINGS, ...sorted.map((program) => toRow(program, nowMs))]);
  for (const program of programs)
    for (const line of describeOptional(program)) context.out(`${program.kind} ${program.name}: ${line}`);
}

/** Describes what an admin's server does only with certain settings. */
function describeOptional(program: RunningProgram): readonly string[] {
  const { expectedListsValid, listDrift, webhookDelivered, webhookDropped = 0, webhookPending = 0 } = program;
  const lines: string[] = [];
  if (webhookDelivered !== undefined)
    lines.push(
      `webhook: ${webhookDelivered} delivered, ${webhookPending} waiting, ${webhookDropped} dropped, ` +
        `${program.webhookRefused ?? 0} refused`,
    );
  if (expectedListsValid === 0) lines.push('the file of EXPECTED_LISTS cannot be read: see its log');
  if (listDrift !== undefined) lines.push(`drift from EXPECTED_LISTS: ${count(listDrift, 'feature')}`);
  return lines;
}

const HEADINGS = [
  'kind',
  'name',
  'version',
  'up',
  'health',
  'lag',
  'round trip',
  'in memory',
  'answers',
  'errors',
  'drops',
  'players',
  'seen',
];

function toRow(program: RunningProgram, nowMs: number): string[] {
  const { kind, name, version, health, lagMs, pingMs, clock, startedAt, seenAt } = program;
  const inMemory = kind === 'proxy' ? `${program.lists ?? 0} lists` : `${program.records ?? 0} records`;
  return [
    kind,
    name,
    version,
    formatDuration(clock - startedAt),
    health,
    ...[lagMs, pingMs].map((ms) => (ms === undefined ? '-' : `${ms} ms`)),
    inMemory,
    ...[program.answers, program.errors, program.drops, program.players].map((figure) =>
      String(figure ?? '-'),
    ),
    `${formatDuration(nowMs - seenAt)} ago`,
  ];
}
