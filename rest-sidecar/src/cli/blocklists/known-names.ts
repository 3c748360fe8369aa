import { isNeutralName, NEUTRAL_NAMES } from '../../../../shared/bridges/neutral-names.ts';
import type { RedisKeys } from '../../../../shared/redis/redis-keys.ts';
import type { RedisClient } from '../../redis/redis-client.ts';
import type { CommandContext } from '../command-context.ts';
import { nearestName } from '../../../../shared/nearest-name.ts';

/** Names that mods have asked about recently. */
export interface KnownNames {
  readonly features: ReadonlySet<string>;
  readonly clients: ReadonlySet<string>;
}

/** None where they cannot be read: they only serve for hints. */
export async function readKnownNames(redis: RedisClient, keys: RedisKeys): Promise<KnownNames> {
  const [features, clients] = await Promise.all(
    [keys.catalogueFeatures, keys.catalogueClients].map(
      async (key) => await redis.zrevrange(key, 0, -1).catch(() => []),
    ),
  );
  return { features: new Set(features), clients: new Set(clients) };
}

/**
 * One line for each name that no mod has asked about, where one that is close has been asked about: the name
 * is accepted all the same.
 */
export function warnOfUnknown(
  { err }: CommandContext,
  known: KnownNames,
  { features, client }: { readonly features: readonly string[]; readonly client?: string | undefined },
): void {
  for (const feature of features) {
    if (known.features.has(feature) || isNeutralName(feature)) continue;
    const nearest = nearestName(feature, [...known.features, ...Object.keys(NEUTRAL_NAMES)]);
    if (nearest !== undefined) err(hint('feature', feature, nearest), 'yellow');
  }
  if (client === undefined || known.clients.has(client)) return;
  const nearest = nearestName(client, known.clients);
  if (nearest !== undefined) err(hint('client', client, nearest), 'yellow');
}

function hint(what: string, name: string, nearest: string): string {
  return `No mod has asked about the ${what} ${name} lately: did you mean ${nearest}?`;
}
