import type { Command } from 'commander';
import { readPrograms } from '../../node/redis/mirroring/heartbeats.ts';
import type { RunningProgram } from '../../node/redis/mirroring/heartbeats.ts';
import { BRIDGES } from '../../shared/bridges/bridges.ts';
import { resolveControls } from '../../shared/bridges/resolve-controls.ts';
import type { ResolvedControls } from '../../shared/bridges/resolve-controls.ts';
import { clientList, GLOBAL_LIST } from '../../shared/feature-control/blocklist-name.ts';
import { readContents } from './blocklists/read-lists.ts';
import type { CommandContext } from './command-context.ts';
import { withRedis } from './connected-context.ts';
import { printJson, printTable } from './output.ts';
import type { JsonOption } from './output.ts';

interface BridgeReport extends ResolvedControls {
  readonly bridge: string;
  readonly mod: string;
  /** Players with the mod on all proxies that enable the bridge; undefined if no proxy does. */
  readonly players: number | undefined;
}

/** Adds `feature-control bridges`, which shows how the blocklists apply to mods with their own protocol. */
export function addBridgesCommand(program: Command, context: CommandContext): void {
  program
    .command('bridges')
    .summary('Shows how the blocklists apply to mods with their own protocol.')
    .description(
      'Shows, for each bridge to a mod with its own protocol, which of its features the blocklists block,\n' +
        'and how many players have the mod on all proxies that enable the bridge in their config.toml.',
    )
    .option('--coarse', 'as with bridges.coarse = true: block more if a mod cannot block a single feature')
    .option('--json', 'print JSON, for programs')
    .addHelpText('after', '\nExamples:\n  feature-control bridges\n  feature-control bridges --coarse')
    .action(async ({ coarse = false, json = false }: JsonOption & { coarse?: boolean }) => {
      const reports = await readReports(context, coarse);
      if (json) printJson(context, reports);
      else print(context, reports);
    });
}

async function readReports(context: CommandContext, coarse: boolean): Promise<BridgeReport[]> {
  return await withRedis(context, async (connected) => {
    const [nowMs, programs] = await Promise.all([
      connected.redisNow(),
      readPrograms(connected.redis, connected.keys),
    ]);
    const global = await readContents(connected, GLOBAL_LIST, nowMs);
    return await Promise.all(
      BRIDGES.map(async (bridge) => {
        const { name, title } = bridge;
        const personal = await readContents(connected, clientList(name), nowMs);
        const controls = resolveControls(bridge, { forEveryClient: [global], personal, nowMs }, coarse);
        return { bridge: name, mod: title, players: playersOf(name, programs), ...controls };
      }),
    );
  });
}

function playersOf(bridge: string, programs: readonly RunningProgram[]): number | undefined {
  const counts = programs.flatMap(({ bridges = {} }) => bridges[bridge] ?? []);
  return counts.length === 0 ? undefined : counts.reduce((sum, count) => sum + count, 0);
}

function print(context: CommandContext, reports: readonly BridgeReport[]): void {
  const rows = reports.map(({ bridge, mod, players, blocked, unsupported, coarse }) => [
    bridge,
    mod,
    players === undefined ? '-' : String(players),
    ...[blocked, unsupported, coarse].map((names) => names.join(', ') || '-'),
  ]);
  printTable(context, [
    ['bridge', 'mod', 'players', 'blocked', 'cannot block', 'blocked only with --coarse'],
    ...rows,
  ]);
  for (const { title, olderVersions } of BRIDGES) {
    const report = reports.find(({ mod }) => mod === title);
    const ignored = olderVersions?.ignored.filter((control) => report?.blocked.includes(control)) ?? [];
    if (olderVersions !== undefined && ignored.length > 0)
      context.out(`${title} up to Minecraft ${olderVersions.until} ignores ${ignored.join(', ')}.`);
  }
}
