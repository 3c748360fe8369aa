import type { Command } from 'commander';
import { formatBlocklistName, GLOBAL_LIST } from '../../../shared/feature-control/blocklist-name.ts';
import type { BlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import { nameProblem } from '../../../shared/feature-control/edit-problems.ts';
import { explainFeature } from '../../../shared/feature-control/explain-feature.ts';
import type { Explanation } from '../../../shared/feature-control/explain-feature.ts';
import { stateIn } from '../../../shared/feature-control/list-contents.ts';
import { toStateBody } from '../../../shared/rest/blocklist-bodies.ts';
import type { CommandContext } from '../command-context.ts';
import { UsageError } from '../command-error.ts';
import { withRedis } from '../connected-context.ts';
import type { ConnectedContext } from '../connected-context.ts';
import { formatEnd, printJson, printTable } from '../output.ts';
import type { JsonOption } from '../output.ts';
import { warnOfUnknown } from './known-names.ts';
import { listOf } from './list-options.ts';
import { readContents } from './read-lists.ts';
import { warnOfServerScopes } from './server-scopes.ts';

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
      const lists = [GLOBAL_LIST, listOf({ client }), ...(server === undefined ? [] : [listOf({ server })])];
      for (const feature of features) {
        const problem = nameProblem(feature, 'feature', false);
        if (problem !== undefined) throw new UsageError(problem);
      }
      const checked = await withRedis(context, async (connected) => {
        for (const list of lists) await warnOfServerScopes(connected, list);
        await warnOfUnknown(connected, { features, client });
        return await checkFeatures(connected, lists, features);
      });
      if (json) printJson(context, toJson(client, server, checked));
      else printTable(context, [['feature', 'answer', 'by', 'until'], ...checked.map(toRow)]);
    });
}

interface CheckOptions extends JsonOption {
  readonly server?: string;
}

async function checkFeatures(
  connected: ConnectedContext,
  lists: readonly BlocklistName[],
  features: readonly string[],
): Promise<readonly CheckedFeature[]> {
  const nowMs = await connected.redisNow();
  const read = await Promise.all(
    lists.map(async (list) => ({ list, contents: await readContents(connected, list, nowMs) })),
  );
  return features.map((feature) => {
    const states = read.map(({ contents, list }) => ({
      list,
      state: stateIn(contents, feature, nowMs),
      applies: true,
    }));
    return { feature, ...explainFeature({ lists: states, isExempt: false, nowMs }) };
  });
}

function toRow({ feature, outcome, entries: [deciding] }: CheckedFeature): string[] {
  const by = deciding === undefined ? '' : formatBlocklistName(deciding.list);
  return [feature, outcome, by, deciding === undefined ? '' : formatEnd(deciding.state)];
}

function toJson(client: string, server: string | undefined, checked: readonly CheckedFeature[]) {
  const features = checked.map(({ feature, outcome, entries }) => ({
    feature,
    outcome,
    entries: entries.map(({ list, state }) => ({
      list: formatBlocklistName(list),
      feature,
      ...toStateBody(state),
    })),
  }));
  const blocklist = checked.filter(({ outcome }) => outcome === 'blocked').map(({ feature }) => feature);
  return { client, server: server ?? null, blocklist, features };
}
