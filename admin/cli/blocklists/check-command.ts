import type { Command } from 'commander';
import {
  clientList,
  formatBlocklistName,
  GLOBAL_LIST,
  serverList,
} from '../../../shared/feature-control/blocklist-name.ts';
import type { BlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import { nameProblem } from '../../../shared/feature-control/edit-problems.ts';
import { explainFeature } from '../../../shared/feature-control/explain-feature.ts';
import type { Explanation } from '../../../shared/feature-control/explain-feature.ts';
import type { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import type { RedisClient } from '../../../node/redis/redis-client.ts';
import { unlessWrongType } from '../../../node/redis/redis-replies.ts';
import { toEndMs } from '../../../node/redis/timed-scores.ts';
import { withRedis } from '../command-context.ts';
import type { CommandContext } from '../command-context.ts';
import { UsageFailure } from '../failure.ts';
import { formatTime, printJson, printTable } from '../output.ts';
import { redisNow } from './create-editor.ts';
import { readKnownNames, warnOfUnknown } from './known-names.ts';
import { rejectedKeysOf, warnOfRejected } from './read-lists.ts';

interface CheckedFeature extends Explanation<BlocklistName> {
  readonly feature: string;
}

const EXPLANATION = `
Shows the answer of a proxy to the mod, and the entry that decides: permanent entries take precedence over timed
ones. The list of a game server applies if the proxies have [scopes] servers = true.

Examples:
  feature-control check my-mod fly minimap
  feature-control check my-mod fly --server lobby`;

/** Adds `feature-control check <client> <feature…>`, which shows what the plugin would answer, and why. */
export function addCheckCommand(program: Command, context: CommandContext): void {
  program
    .command('check')
    .description('Shows the answer that a mod would get, and the entry that decides.')
    .argument('<client>', 'the identifier of the mod')
    .argument('<feature...>', 'the features to check')
    .option('--server <server>', 'the game server that the player is on')
    .option('--json', 'print JSON, for programs')
    .addHelpText('after', EXPLANATION)
    .action(async (client: string, names: readonly string[], options: CheckOptions) => {
      const { json = false, server } = options;
      const features = [...new Set(names)];
      assertNames(client, features, server);
      const checked = await withRedis(context, async (redis, keys) => {
        warnOfUnknown(context, await readKnownNames(redis, keys), { features, client });
        return await checkFeatures(context, { redis, keys }, { client, features, server });
      });
      if (json) printJson(context, toJson(client, server, checked));
      else printTable(context, [['feature', 'answer', 'by', 'until'], ...checked.map(toRow)]);
    });
}

interface CheckOptions {
  readonly server?: string;
  readonly json?: boolean;
}

function assertNames(client: string, features: readonly string[], server: string | undefined): void {
  const problem =
    nameProblem(client, 'client', false) ??
    features.map((feature) => nameProblem(feature, 'feature', false)).find((each) => each !== undefined) ??
    (server === undefined ? undefined : nameProblem(server, 'server', false));
  if (problem !== undefined) throw new UsageFailure(problem);
}

interface CheckRequest {
  readonly client: string;
  readonly features: readonly string[];
  readonly server: string | undefined;
}

async function checkFeatures(
  context: CommandContext,
  { redis, keys }: { readonly redis: RedisClient; readonly keys: RedisKeys },
  { client, features, server }: CheckRequest,
): Promise<readonly CheckedFeature[]> {
  const lists = [GLOBAL_LIST, clientList(client), ...(server === undefined ? [] : [serverList(server)])];
  const nowMs = await redisNow(redis);
  const entries = await Promise.all(
    lists.map(async (list) => {
      const [inSet, ends] = await Promise.all([
        unlessWrongType(redis.smismember(keys.blocklistKey(list), ...features)),
        unlessWrongType(redis.zmscore(keys.timedBlocklistKey(list), ...features)),
      ]);
      warnOfRejected(context, rejectedKeysOf(list, keys, [inSet, ends]));
      return { list, inSet, ends };
    }),
  );
  return features.map((feature, index) => ({
    feature,
    ...explainFeature({
      lists: entries.map(({ list, inSet, ends }) => {
        const end = ends?.[index] ?? undefined;
        const untilMs = end === undefined ? undefined : toEndMs(end);
        return { list, isInSet: inSet?.[index] === 1, untilMs, applies: true };
      }),
      isExempt: false,
      nowMs,
    }),
  }));
}

function toRow({ feature, outcome, entries: [deciding] }: CheckedFeature): string[] {
  const by = deciding === undefined ? '' : formatBlocklistName(deciding.list);
  return [feature, outcome, by, deciding?.untilMs === undefined ? '' : formatTime(deciding.untilMs)];
}

function toJson(client: string, server: string | undefined, checked: readonly CheckedFeature[]) {
  const features = checked.map(({ feature, outcome, entries }) => ({
    feature,
    outcome,
    entries: entries.map(({ list, untilMs }) => ({
      list: formatBlocklistName(list),
      until: untilMs ?? null,
    })),
  }));
  const blocklist = checked.filter(({ outcome }) => outcome === 'blocked').map(({ feature }) => feature);
  return { client, server: server ?? null, blocklist, features };
}
