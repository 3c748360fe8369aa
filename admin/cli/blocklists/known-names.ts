import { readRecentNames } from '../../../node/redis/commands/recent-names.ts';
import { isNeutralName, NEUTRAL_NAMES } from '../../../shared/bridges/neutral-names.ts';
import { nearestName } from '../../../shared/nearest-name.ts';
import type { CommandContext } from '../command-context.ts';
import type { CommandStore } from '../command-store.ts';

/** More features in one command are not compared: they are pasted rather than typed. */
const MAX_TYPED = 20;

/** Names of features and clients that mods have sent recently. */
export interface KnownNames {
  readonly features: ReadonlySet<string>;
  readonly clients: ReadonlySet<string>;
}

/** Returns the known names; none if they cannot be read, because they only serve for hints. */
export async function readKnownNames({ redis, keys }: CommandStore): Promise<KnownNames> {
  const none = { clients: [], features: [] };
  const { clients, features } = await readRecentNames(redis, keys).catch(() => none);
  return { features: new Set(features), clients: new Set(clients) };
}

/**
 * Warns about each name that no mod has sent recently but that resembles a known one. The command accepts the
 * name nevertheless. Among more than 20 features, none is warned about.
 */
export function warnOfUnknown(
  { err }: CommandContext,
  known: KnownNames,
  { features, client }: { readonly features: readonly string[]; readonly client?: string | undefined },
): void {
  const typed = features.length > MAX_TYPED ? [] : features;
  for (const feature of typed) {
    if (known.features.has(feature) || isNeutralName(feature)) continue;
    if (client === undefined && known.clients.has(feature))
      err(`${feature} is a mod that has sent requests. To edit its list, use --client ${feature}.`, 'yellow');
    const nearest = nearestName(feature, [...known.features, ...Object.keys(NEUTRAL_NAMES)]);
    if (nearest !== undefined)
      err(`No mod has recently requested the feature ${feature}: did you mean ${nearest}?`, 'yellow');
  }
  if (client === undefined || known.clients.has(client)) return;
  const nearest = nearestName(client, known.clients);
  if (nearest !== undefined)
    err(
      `No mod with the identifier ${client} has sent a request recently: did you mean ${nearest}?`,
      'yellow',
    );
}
