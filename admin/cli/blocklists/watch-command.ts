import type { Command } from 'commander';
import { NodeTimers } from '../../../node/node-timers.ts';
import { createChangeFeed } from '../../../node/redis/mirroring/create-change-feed.ts';
import type { BlocklistChange } from '../../../shared/feature-control/blocklist-change.ts';
import { formatBlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import { describeEffects, describeFeatures } from '../../../shared/feature-control/describe-change.ts';
import { isBlocked } from '../../../shared/feature-control/entry-state.ts';
import { parseEntry } from '../../../shared/redis/blocklists/history/history-entry.ts';
import { toChangeBody } from '../../../shared/rest/blocklist-bodies.ts';
import { readSettings } from '../command-context.ts';
import type { CommandContext } from '../command-context.ts';
import { withRedis } from '../connected-context.ts';
import type { ConnectedContext } from '../connected-context.ts';
import { formatTime, printJson } from '../output.ts';
import type { JsonOption } from '../output.ts';
import { describeState } from './describe-change.ts';

const EXPLANATION = `
Prints one line for each change. A direct write to Redis is shown if the admin's server runs, which records it.

Examples:
  feature-control watch
  feature-control watch --json`;

/** Adds `feature-control watch`, which shows changes of the blocklists as they are made. */
export function addWatchCommand(program: Command, context: CommandContext): void {
  program
    .command('watch')
    .description('Shows changes of the blocklists as they are made, with actor and reason, until Ctrl-C.')
    .option('--json', 'print one line of JSON for each change, for programs')
    .addHelpText('after', EXPLANATION)
    .action(({ json = false }: JsonOption) => withRedis(context, (connected) => watch(connected, json)));
}

async function watch(connected: ConnectedContext, json: boolean): Promise<void> {
  const { commands, keys } = connected;
  const warn = (message: string): void => {
    connected.err(message, 'yellow');
  };
  const logger = { debug: () => undefined, info: () => undefined, warn, error: warn };
  const { redis: target } = readSettings(connected);
  const timers = new NodeTimers();
  const feed = createChangeFeed(connected.redis, target, { name: 'feature-control-watch', timers, logger });
  // Ids begin with the time at which Redis has recorded the change.
  const startId = `${await connected.redisNow()}-0`;
  const newestIds = new Map<string, string>();
  const showNew = async (streams: readonly string[]): Promise<void> => {
    for (const stream of streams) {
      const since = newestIds.get(stream) ?? startId;
      for (const { id, fields } of await commands.entriesAfter(stream, since, MAX_ENTRIES)) {
        newestIds.set(stream, id);
        const change = parseEntry(stream, id, fields);
        if (change !== undefined && json) printJson(connected, toChangeBody(change));
        else if (change !== undefined) print(connected, change);
      }
    }
  };
  let lastRead = Promise.resolve();
  const inTurn = (read: () => Promise<void>): void => {
    lastRead = lastRead.then(read).catch((cause: unknown) => {
      warn(`The history cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`);
    });
  };
  const subscription = feed.subscribe([keys.histories], {
    keysChanged: (streams) => {
      inTurn(() => showNew(streams));
    },
    anythingMayHaveChanged: () => {
      inTurn(async () => {
        await showNew(await commands.keysStartingWith([keys.histories]));
      });
    },
    lost: () => {
      warn('The connection to Redis was lost, reconnecting.');
    },
  });
  await connected.untilEnded?.();
  subscription.close();
}

/** Entries of one stream that are read at once: the history of a list has at most as many, by default. */
const MAX_ENTRIES = 10_000;

function print(context: CommandContext, change: BlocklistChange): void {
  const { actor, atMs, changes, list, source, reason } = change;
  const why = reason === undefined ? '' : `: ${reason}`;
  const edit = `${formatBlocklistName(list)} ${describeFeatures(change)} ${describeEffects(changes, describeState)}`;
  const line = `${formatTime(atMs)}  ${edit}  by ${actor} (${source})${why}`;
  context.out(line, changes.some(({ after }) => isBlocked(after)) ? 'red' : 'green');
}
