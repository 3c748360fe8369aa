import { explainFeature } from '../../../shared/feature-control/explain-feature.ts';
import { message } from '../messages/message.ts';
import { firstLines, reply } from '../messages/reply.ts';
import type { Command } from './command.ts';
import { describeEntry } from './describe-entry.ts';

/** The number of entries shown. */
const MAX_SHOWN = 10;

/**
 * `explain <player> <client> <feature>`: shows the entries that block a feature, even for an exempt player.
 */
export const explainCommand: Command = {
  name: 'explain',
  parameters: '<player> <client> <feature>',
  run: ({ players, service: { blocklists } }, [player = '', client = '', feature = '']) => {
    const scope = players.scopeOf(player);
    if (scope === undefined)
      return reply('failed', message('explain.no-player', { player: { name: player } }));
    if (!blocklists.isLoaded) return reply('failed', message('lists.unread'));
    const nowMs = blocklists.nowMs();
    const lists = blocklists.explain(client, feature, scope.server);
    const explanation = explainFeature({ lists, isExempt: scope.isExempt, nowMs });
    const values = { feature: { name: feature }, client: { name: client }, player: { name: player } };
    const outcome = message(`explain.${explanation.outcome}`, values);
    const lines = explanation.entries.map((entry) => describeEntry(entry, nowMs));
    return reply('answer', outcome, ...firstLines(lines, MAX_SHOWN));
  },
};
