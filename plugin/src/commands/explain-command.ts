import { parseBlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import { explainFeature } from '../../../shared/feature-control/explain-feature.ts';
import type { BlockingEntry, Explanation } from '../../../shared/feature-control/explain-feature.ts';
import type { Administration, Command } from './command.ts';
import { untilPhrase, whom } from './list-words.ts';
import { firstNameProblem, knownClients, knownFeatures } from './names.ts';
import { reply } from './reply.ts';
import type { Span } from './reply.ts';

/** `explain <player> <client> <feature>`: which entry blocks a feature for a player, or would. */
export function createExplainCommand({ players, service }: Administration): Command {
  return {
    name: 'explain',
    parameters: '<player> <client> <feature>',
    summary: 'shows why a feature is blocked or free for a player on this proxy',
    run: ([player = '', client = '', feature = '']) => {
      const problem = firstNameProblem(client, [feature]);
      if (problem !== undefined) return Promise.resolve(reply('failed', problem));
      const scope = players.scopeOf(player);
      if (scope === undefined)
        return Promise.resolve(reply('failed', 'There is no player ', { name: player }, ' on this proxy.'));
      const { blocklists } = service();
      const nowMs = blocklists.nowMs();
      const lists = blocklists.explain(client, feature, scope.server);
      const explanation = explainFeature({ lists, isExempt: scope.isExempt, nowMs });
      return Promise.resolve({
        tone: 'answer',
        lines: [
          [
            { name: feature },
            ' of ',
            { name: client },
            ` is ${OUTCOMES[explanation.outcome]} for `,
            { name: player },
            '.',
          ],
          ...explanation.entries.map((entry) => describeEntry(explanation, entry, nowMs)),
        ],
      });
    },
    complete: ([player, client], prefix) => {
      if (player === undefined)
        return Promise.resolve(
          players
            .names()
            .filter((name) => name.startsWith(prefix))
            .sort(),
        );
      return client === undefined ? knownClients(service(), prefix) : knownFeatures(service(), prefix);
    },
  };
}

const OUTCOMES = { blocked: 'blocked', exempt: 'free, as the player is exempt,', free: 'free' } as const;

function describeEntry(
  { outcome }: Explanation<string>,
  { list, untilMs }: BlockingEntry<string>,
  nowMs: number,
): Span[] {
  const name = parseBlocklistName(list);
  const verb = { blocked: 'It is blocked', exempt: 'It would be blocked', free: 'It is blocked' }[outcome];
  const until = untilMs === undefined ? '' : untilPhrase(untilMs, nowMs);
  return [`${verb} for `, ...(name === undefined ? [{ name: list }] : whom(name)), `${until}.`];
}
