import type { Command } from 'commander';
import type { BlocklistChange } from '../../../shared/feature-control/blocklist-editor.ts';
import { formatBlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import { NodeTimers } from '../../../node/node-timers.ts';
import { createChangeFeed } from '../../../node/redis/create-change-feed.ts';
import type { RedisClient } from '../../../node/redis/redis-client.ts';
import type { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import { readSettings, withRedis } from '../command-context.ts';
import type { CommandContext } from '../command-context.ts';
import { formatTime, printJson } from '../output.ts';
import { ChangeWatch } from './change-watch.ts';
import type { ChangeWatchDependencies } from './change-watch.ts';
import { createEditor } from './create-editor.ts';
import { changeToJson, describeChange, describeFeatures } from './describe-change.ts';

const EXPLANATION = `
Prints one line for each change. A direct write to Redis is shown as a sidecar records it; if no sidecar runs,
only the key of the list is shown.

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
  const timers = new NodeTimers();
  const warn = (message: string): void => {
    context.err(message, 'yellow');
  };
  const logger = { debug: () => undefined, info: () => undefined, warn, error: warn };
  const { redis: target } = readSettings(context);
  const feed = createChangeFeed(redis, target, { name: 'feature-control-watch', timers, logger });
  const changes = new ChangeWatch({
    editor: createEditor(context, redis, keys),
    timers,
    streamOf: (key) => keys.auditOf(key),
    ...(json ? jsonPrinter(context) : linePrinter(context)),
    failed: (reason) => {
      warn(`The history cannot be read: ${reason}`);
    },
  });
  const subscription = feed.subscribe([keys.audits, keys.blocklists, keys.timedBlocklists], {
    keysChanged: (changed) => {
      changes.handleChanges(
        changed.filter((key) => key.startsWith(keys.audits)),
        changed.flatMap((key) => {
          if (key.startsWith(keys.audits)) return [];
          return key.startsWith(keys.timedBlocklists) ? [keys.blocklistOfTimed(key)] : [key];
        }),
      );
    },
    anythingMayHaveChanged: () => {
      changes.catchUp();
    },
    lost: () => {
      warn('The connection to Redis was lost, reconnecting.');
    },
  });
  context.enterPhase?.('watching');
  await untilInterrupted(context.interrupted);
  subscription.close();
  changes.close();
}

/** Prints changes that the history contains, and changes that it does not. */
type ChangePrinter = Pick<ChangeWatchDependencies, 'changed' | 'unrecorded'>;

function jsonPrinter(context: CommandContext): ChangePrinter {
  return {
    changed: (change) => {
      printJson(context, changeToJson(change));
    },
    unrecorded: (key) => {
      printJson(context, { at: context.nowMs(), key, recorded: false });
    },
  };
}

function linePrinter(context: CommandContext): ChangePrinter {
  return {
    changed: (change) => {
      print(context, change);
    },
    unrecorded: (key) => {
      context.out(`${formatTime(context.nowMs(), 'second')}  ${key} was written directly`, 'grey');
    },
  };
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

/** Resolves when the command is interrupted. The connection to Redis keeps the process alive until then. */
async function untilInterrupted(signal: AbortSignal | undefined): Promise<void> {
  if (signal?.aborted) return;
  await new Promise<void>((resolve) => {
    signal?.addEventListener('abort', () => {
      resolve();
    });
  });
}
