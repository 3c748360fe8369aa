import { readRecentNames } from '../../../node/redis/commands/recent-names.ts';
import { NEUTRAL_NAMES } from '../../../shared/bridges/neutral-names.ts';
import { doubtsOf } from '../../../shared/feature-control/doubtful-names.ts';
import type { Doubt, KnownNames, TypedNames } from '../../../shared/feature-control/doubtful-names.ts';
import { confirm } from '../confirm.ts';
import type { ConnectedContext } from '../connected-context.ts';

/** Returns the known names; none if they cannot be read, because they only serve for hints. */
export async function readKnownNames({ redis, keys }: ConnectedContext): Promise<KnownNames> {
  const none = { clients: [], features: [] };
  const { clients, features } = await readRecentNames(redis, keys).catch(() => none);
  return { features: new Set([...features, ...Object.keys(NEUTRAL_NAMES)]), clients: new Set(clients) };
}

/**
 * Warns about each name that no mod has sent recently but that resembles a known one, or several. The command
 * accepts the name nevertheless. Among more than 20 features, none is warned about.
 * @returns what was warned about
 */
export async function warnOfUnknown(
  connected: ConnectedContext,
  names: TypedNames,
): Promise<readonly Doubt[]> {
  const doubts = doubtsOf(names, await readKnownNames(connected));
  for (const doubt of doubts) connected.err(describe(doubt), 'yellow');
  return doubts;
}

/**
 * Warns as {@link warnOfUnknown} does before features are blocked. On a terminal, it asks about a feature
 * with the name of a mod, and about one with commas.
 * @throws {CommandError} if the answer is no
 */
export async function confirmNames(connected: ConnectedContext, names: TypedNames): Promise<void> {
  const doubts = await warnOfUnknown(connected, names);
  const unlikely = doubts.filter(({ type }) => type === 'mod' || type === 'several');
  if (unlikely.length === 0) return;
  const features = unlikely.map(({ name }) => name).join(' and ');
  await confirm(
    connected,
    `Block ${features} nevertheless, as ${unlikely.length === 1 ? 'a feature' : 'features'}?`,
  );
}

function describe(doubt: Doubt): string {
  const { type, name } = doubt;
  switch (type) {
    case 'mod':
      return `${name} is a mod that has sent requests. To edit its list, use --client ${name}.`;
    case 'several':
      return `${name} is one name, as it has no space: did you mean ${doubt.meant.join(' ')}?`;
    case 'feature':
      return `No mod has recently requested the feature ${name}: did you mean ${doubt.meant}?`;
    case 'client':
      return `No mod with the identifier ${name} has sent a request recently: did you mean ${doubt.meant}?`;
  }
}
