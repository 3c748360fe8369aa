import type { Bridge } from './bridge.ts';
import { neutralNamesOf } from './resolve-controls.ts';

/**
 * Returns the mods in which an unblocked feature does not become usable immediately, to inform the admin.
 * @param bridges the enabled bridges
 * @param client whose list was edited; undefined for a list that applies to all clients
 */
export function laterUnblocking(
  bridges: readonly Bridge[],
  feature: string,
  client: string | undefined,
): readonly Bridge[] {
  return bridges
    .filter(({ name, unblocking }) => unblocking !== 'at once' && (client === undefined || client === name))
    .filter((bridge) => neutralNamesOf(bridge).includes(feature) || isNativeName(bridge, feature, client));
}

/** Returns a sentence about one of these bridges. */
export function describeLaterUnblocking({ title, unblocking }: Bridge): string {
  return `In ${title} unblocking takes effect ${unblocking}.`;
}

/** Whether the feature is one of the mod's own names, in the bridge's personal list. */
function isNativeName(
  { name, controls, nativeName }: Bridge,
  feature: string,
  client: string | undefined,
): boolean {
  return client === name && (Object.hasOwn(controls, feature) || nativeName?.test(feature) === true);
}
