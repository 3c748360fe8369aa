import type { Bridge } from './bridge.ts';
import { neutralNamesOf } from './resolve-controls.ts';

/**
 * For an admin who has un-blocked a feature: the mods in which that takes effect later.
 * @param bridges those that are enabled
 * @param client whose list it was; undefined for one of all clients
 */
export function laterUnblocking(
  bridges: readonly Bridge[],
  feature: string,
  client: string | undefined,
): readonly Bridge[] {
  return bridges
    .filter(({ name, unblocking }) => unblocking !== 'at once' && (client === undefined || client === name))
    .filter((bridge) => neutralNamesOf(bridge).includes(feature) || isNative(bridge, feature, client));
}

/** The sentence about one of them. */
export function describeLaterUnblocking({ title, unblocking }: Bridge): string {
  return `In ${title} it takes effect ${unblocking}.`;
}

/** Whether the mod's own name stood in the bridge's own list. */
function isNative(
  { name, controls, nativeName }: Bridge,
  feature: string,
  client: string | undefined,
): boolean {
  return client === name && (Object.hasOwn(controls, feature) || nativeName?.test(feature) === true);
}
