import type { Command } from 'commander';
import type { BlocklistChange } from '../../../shared/feature-control/blocklist-editor.ts';
import { formatBlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import { parseEntry } from '../../../shared/redis/blocklists/history/audit-entry.ts';
import type { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import { NodeTimers } from '../../../node/node-timers.ts';
import { createChangeFeed } from '../../../node/redis/create-change-feed.ts';
import { IoredisCommands } from '../../../node/redis/ioredis-commands.ts';
import type { RedisClient } from '../../../node/redis/redis-client.ts';
import { readSettings, withRedis } from '../command-context.ts';
import type { CommandContext } from '../command-context.ts';
import { formatTime, printJson } from '../output.ts';
import { changeToJson, describeChange, describeFeatures } from './describe-change.ts';

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
    .action(async ({ json = false }: { readonly json?: boolean }) => {
      await withRedis(context, async (redis, keys) => {
        await watch(context, { redis, keys, json });
      });
    });
}

interface WatchOptions {
  readonly redis: RedisClient;
  readonly keys: RedisKeys;
  readonly json: boolean;
}

async function watch(context: CommandContext, { redis, keys, json }: WatchOptions): Promise<void> {
  const warn = (message: string): void => {
    context.err(message, 'yellow');
  };
  const logger = { debug: () => undefined, info: () => undefined, warn, error: warn };
  const { redis: target } = readSettings(context);
  const timers = new NodeTimers();
  const feed = createChangeFeed(redis, target, { name: 'feature-control-watch', timers, logger });
  const history = new HistoryReader(redis, keys);
  let lastRead = Promise.resolve();
  const showNew = (read: () => Promise<readonly BlocklistChange[]>): void => {
    lastRead = lastRead.then(async () => {
      try {
        for (const change of await read())
          if (json) printJson(context, changeToJson(change));
          else print(context, change);
      } catch (cause) {
        warn(`The history cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`);
      }
    });
  };
  const subscription = feed.subscribe([keys.audits], {
    keysChanged: (streams) => {
      showNew(async () => await history.readNew(streams));
    },
    anythingMayHaveChanged: () => {
      showNew(async () => await history.readAllNew());
    },
    lost: () => {
      warn('The connection to Redis was lost, reconnecting.');
    },
  });
  await context.untilEnded?.();
  subscription.close();
}

/** Entries of one stream that are read at once: the history of a list has at most as many, by default. */
const MAX_ENTRIES = 10_000;

/** Reads the changes that were recorded since the first read. */
class HistoryReader {
  readonly #commands: IoredisCommands;
  readonly #audits: string;
  /** The id of the newest entry that was read, by stream; undefined before the first read. */
  #newest: Map<string, string> | undefined;

  constructor(redis: RedisClient, keys: RedisKeys) {
    this.#commands = new IoredisCommands(redis);
    this.#audits = keys.audits;
  }

  /** Returns the new changes of all lists. The first call only reads where each stream ends. */
  async readAllNew(): Promise<readonly BlocklistChange[]> {
    const streams = await this.#commands.keysStartingWith([this.#audits]);
    if (this.#newest !== undefined) return await this.readNew(streams);
    const newest = new Map<string, string>();
    for (const stream of streams) newest.set(stream, await this.#commands.newestEntryId(stream));
    this.#newest = newest;
    return [];
  }

  /** Returns the new changes in some streams; none before the first {@link readAllNew}. */
  async readNew(streams: readonly string[]): Promise<readonly BlocklistChange[]> {
    const newest = this.#newest;
    if (newest === undefined) return [];
    const found: BlocklistChange[] = [];
    for (const stream of streams) {
      const since = newest.get(stream) ?? '0-0';
      for (const { id, fields } of await this.#commands.entriesAfter(stream, since, MAX_ENTRIES)) {
        newest.set(stream, id);
        const entry = parseEntry(stream, id, fields);
        if (entry !== undefined) found.push(entry.change);
      }
    }
    return found;
  }
}

function print(context: CommandContext, change: BlocklistChange): void {
  const { atMs, list, after, actor, source, reason, sizes } = change;
  const why = reason === undefined ? '' : `: ${reason}`;
  const edit = `${formatBlocklistName(list)} ${describeFeatures(change)} ${describeChange(change)}`;
  const isBlocked = sizes === undefined ? after.permanent || after.untilMs !== undefined : sizes.after > 0;
  const by = actor === '' ? `(${source})` : `by ${actor} (${source})`;
  const line = `${formatTime(atMs, 'second')}  ${edit}  ${by}${why}`;
  context.out(line, isBlocked ? 'red' : 'green');
}
