import type { Command } from 'commander';
import { formatBlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import type { BlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import { listProblem, nameProblem } from '../../../shared/feature-control/edit-problems.ts';
import type { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import type { RedisClient } from '../../../node/redis/redis-client.ts';
import { redisNow } from '../blocklists/create-editor.ts';
import { namesOfLists, readList, warnOfRejected } from '../blocklists/read-lists.ts';
import type { StoredList } from '../blocklists/read-lists.ts';
import { withRedis } from '../command-context.ts';
import type { CommandContext } from '../command-context.ts';
import { count, printJson } from '../output.ts';
import { headerLines, listLines } from './blocklist-yaml.ts';

/** Lists that are read concurrently. */
const BATCH_SIZE = 50;

const EXPLANATION = `
The file goes to standard output. The lists are read one after the other, so it may or may not contain edits that
are made during the export. With --json, each list is one line of JSON.

Example:
  feature-control export > blocklists.new.yaml && mv blocklists.new.yaml blocklists.yaml`;

/** Adds `feature-control export`, which prints all lists as YAML. */
export function addExportCommand(program: Command, context: CommandContext): void {
  program
    .command('export')
    .description('Prints all blocklists as YAML, for import.')
    .option('--json', 'print one line of JSON for each list, for programs')
    .addHelpText('after', EXPLANATION)
    .action(async ({ json = false }: { readonly json?: boolean }) => {
      await withRedis(context, async (redis, keys) => {
        await exportAll(context, { redis, keys, json });
      });
    });
}

interface ExportOptions {
  readonly redis: RedisClient;
  readonly keys: RedisKeys;
  readonly json: boolean;
}

async function exportAll(context: CommandContext, { redis, keys, json }: ExportOptions): Promise<void> {
  const nowMs = await redisNow(redis);
  const lists = await namesOfLists(redis, keys);
  if (!json) for (const line of headerLines(nowMs)) context.out(line);
  // A list with only ended timed blocks is not written.
  const exported = { lists: 0, features: 0 };
  for (let start = 0; start < lists.length; start += BATCH_SIZE) {
    const batch = lists.slice(start, start + BATCH_SIZE);
    const reads = batch.map(async (list) => await readList(redis, keys, { list, nowMs }));
    for (const [index, stored] of (await Promise.all(reads)).entries()) {
      const list = batch[index];
      warnOfRejected(context, stored.rejectedKeys);
      if (list === undefined || stored.blocked.length + stored.until.size === 0) continue;
      if (hasRefusedName(list, stored)) {
        const name = formatBlocklistName(list);
        context.err(`${name} has names that import refuses: ${ADVICE}`, 'yellow');
      }
      exported.lists += 1;
      exported.features += stored.blocked.length + stored.until.size;
      const { blocked, until } = stored;
      if (json) {
        printJson(context, { list: formatBlocklistName(list), blocked, until: Object.fromEntries(until) });
      } else for (const line of listLines(list, stored)) context.out(line);
    }
  }
  context.err(`Exported ${count(exported.lists, 'list')} with ${count(exported.features, 'feature')}.`);
}

const ADVICE = 'remove them from Redis or from the file.';

/** Returns whether import refuses the name of a list, or of one of its features. */
function hasRefusedName(list: BlocklistName, { blocked, until }: StoredList): boolean {
  if (listProblem(list, true) !== undefined) return true;
  return [...blocked, ...until.keys()].some((name) => nameProblem(name, 'feature', true) !== undefined);
}
