import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { withRedis } from '../connected-context.ts';
import type { ConnectedContext } from '../connected-context.ts';
import { printJson, printTable } from '../output.ts';
import type { JsonOption } from '../output.ts';
import { readKnownNames } from './known-names.ts';
import { readAllLists } from './read-lists.ts';

/** A mod that has a personal list or has sent a request recently. */
interface KnownClient {
  readonly client: string;
  /** Number of features that its list blocks. */
  readonly blocked: number;
  /** How many of these are blocked only until a time. */
  readonly timed: number;
  /** Whether it has sent a request recently. */
  readonly asked: boolean;
}

/** Adds `feature-control clients`, which shows mods with a personal list and mods seen recently. */
export function addClientsCommand(program: Command, context: CommandContext): void {
  program
    .command('clients')
    .description('Shows the mods that have their own list, and those that have sent a request recently.')
    .option('--json', 'print JSON, for programs')
    .addHelpText('after', '\nExample:\n  feature-control clients')
    .action(async ({ json = false }: JsonOption) => {
      const clients = await withRedis(context, (connected) => readClients(connected));
      if (json) printJson(context, { clients });
      else if (clients.length === 0)
        context.err('No mod has its own list, and none has sent a request recently.');
      else {
        const rows = clients.map(({ client, blocked, timed, asked }) => [
          client,
          String(blocked),
          String(timed),
          asked ? 'yes' : 'no',
        ]);
        printTable(context, [['client', 'blocked', 'timed', 'requested recently'], ...rows]);
      }
    });
}

async function readClients(connected: ConnectedContext): Promise<readonly KnownClient[]> {
  const { clients: asked } = await readKnownNames(connected);
  const found = new Map<string, KnownClient>();
  for (const client of asked) found.set(client, { client, blocked: 0, timed: 0, asked: true });
  for (const [list, contents] of await readAllLists(connected)) {
    if (list.type !== 'client') continue;
    const { name: client } = list;
    const timed = [...contents.values()].filter(({ permanent }) => !permanent).length;
    found.set(client, { client, blocked: contents.size, timed, asked: asked.has(client) });
  }
  return [...found.values()].sort((a, b) => (a.client < b.client ? -1 : 1));
}
