import { detectionChannels } from '../../../shared/bridges/bridge.ts';
import { laterUnblocking as concernedBridges } from '../../../shared/bridges/later-unblocking.ts';
import type { ResolvedControls } from '../../../shared/bridges/resolve-controls.ts';
import type { BridgeSummary } from '../bridges/mod-bridges.ts';
import { names, separate } from '../messages/formats.ts';
import { message } from '../messages/message.ts';
import type { Message } from '../messages/message.ts';
import { reply } from '../messages/reply.ts';
import type { AdministeredBridges, Command } from './command.ts';

/** `bridges`: shows which features each enabled bridge asks its mod to block, and which it cannot block. */
export const bridgesCommand: Command = {
  name: 'bridges',
  parameters: '',
  run: ({ bridges, service }) => {
    const lines = bridges.summary().flatMap((summary) => describe(summary, bridges.resolve(summary.bridge)));
    if (lines.length === 0) lines.push(message('bridges.none'));
    else if (!service.blocklists.isLoaded) lines.push(message('lists.unread'));
    return reply('answer', ...lines, ...describeOthers(bridges));
  },
};

/**
 * Lists the mods that players have and whose bridges are not enabled, for operators who consider enabling
 * them.
 */
function describeOthers(bridges: AdministeredBridges): Message[] {
  const others = bridges.disabledSummary().map(({ bridge, players }) =>
    message('bridges.other', {
      bridge: bridge.name,
      players: message('count.players', { count: players }),
    }),
  );
  return others.length === 0 ? [] : [message('bridges.others', { bridges: separate(others, ', ') })];
}

function describe(
  { bridge, players, messages }: BridgeSummary,
  { blocked, unsupported, coarse }: ResolvedControls,
): Message[] {
  const bridgeName = { bridge: bridge.name };
  const isSentToAll = detectionChannels(bridge).length === 0;
  const sent = message('bridges.bridge', {
    ...bridgeName,
    mod: bridge.title,
    reach: isSentToAll ? message('bridges.every-player') : message('count.players', { count: players }),
    messages: message('count.messages', { count: messages }),
    features: blocked.length === 0 ? message('status.none') : names(blocked),
  });
  const lines = [sent];
  if (unsupported.length > 0)
    lines.push(message('bridges.unsupported', { ...bridgeName, features: names(unsupported) }));
  if (coarse.length > 0) lines.push(message('bridges.coarse', { ...bridgeName, features: names(coarse) }));
  const ignored = bridge.olderVersions?.ignored.filter((control) => blocked.includes(control)) ?? [];
  if (bridge.olderVersions !== undefined && ignored.length > 0) {
    const until = bridge.olderVersions.until;
    lines.push(message('bridges.older-versions', { ...bridgeName, until, features: names(ignored) }));
  }
  return lines;
}

/**
 * Returns a line for each mod in which unblocking a feature does not take effect immediately.
 * @param client undefined for every client
 */
export function laterUnblocking(
  bridges: AdministeredBridges,
  feature: string,
  client: string | undefined,
): Message[] {
  return concernedBridges(bridges.enabled, feature, client).map(({ title, unblocking }) =>
    message(
      unblocking === 'after the player has logged in again' ? 'unblock.after-login' : 'unblock.after-restart',
      { mod: title },
    ),
  );
}
