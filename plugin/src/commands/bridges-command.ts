import type { Bridge } from '../../../shared/bridges/bridge.ts';
import { neutralNamesOf } from '../../../shared/bridges/resolve-controls.ts';
import type { BridgeSummary } from '../bridges/mod-bridges.ts';
import type { AdministeredBridges, Administration, Command } from './command.ts';
import { formatCount } from './format.ts';
import { listNames } from './reply.ts';
import type { Span } from './reply.ts';

/** `bridges`: what each enabled bridge asks its mod to block, and what it cannot. */
export function createBridgesCommand({ bridges }: Pick<Administration, 'bridges'>): Command {
  return {
    name: 'bridges',
    parameters: '',
    summary: 'shows what is sent to mods with a protocol of their own',
    run: () => {
      const lines = bridges.summary().flatMap((summary) => describe(summary, bridges.states));
      return Promise.resolve({
        tone: 'answer',
        lines: lines.length > 0 ? lines : [['No bridge is enabled: see [bridges] in config.toml.']],
      });
    },
  };
}

function describe(
  { bridge, players, messages }: BridgeSummary,
  states: AdministeredBridges['states'],
): Span[][] {
  const { blocked, unsupported, coarse } = states.resolve(bridge);
  const reach = bridge.detection.by === 'nothing' ? 'sent to every player' : formatCount(players, 'player');
  const sent = `${bridge.name} (${bridge.title}): ${reach}, ${formatCount(messages, 'message')}. Blocked: `;
  const lines: Span[][] = [[sent, ...(blocked.length === 0 ? ['nothing'] : listNames(blocked)), '.']];
  if (unsupported.length > 0) lines.push([`${bridge.name} cannot block `, ...listNames(unsupported), '.']);
  if (coarse.length > 0)
    lines.push([`${bridge.name} can block only with others (bridges.coarse): `, ...listNames(coarse), '.']);
  return lines;
}

/**
 * For an admin who has un-blocked a feature: the mods in which that takes effect later.
 * @param client undefined for every client
 */
export function laterUnblocking(
  bridges: AdministeredBridges,
  feature: string,
  client: string | undefined,
): Span[][] {
  return bridges.enabled
    .filter(({ name, unblocking }) => unblocking !== 'at once' && (client === undefined || client === name))
    .filter((bridge) => neutralNamesOf(bridge).includes(feature) || isNative(bridge, feature, client))
    .map(({ title, unblocking }) => [`In ${title} it takes effect ${unblocking}.`]);
}

/** Whether the mod's own name stood in the bridge's own list. */
function isNative(
  { name, controls, nativeName }: Bridge,
  feature: string,
  client: string | undefined,
): boolean {
  return client === name && (Object.hasOwn(controls, feature) || nativeName?.test(feature) === true);
}

/** Names that enabled bridges know, for completion. */
export function bridgedNames(bridges: AdministeredBridges): readonly string[] {
  return bridges.enabled.flatMap(neutralNamesOf);
}
