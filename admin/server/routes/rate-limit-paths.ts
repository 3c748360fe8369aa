import { readExpiries } from '../../../node/redis/commands/read-expiries.ts';
import type { RedisClient } from '../../../node/redis/connecting/redis-client.ts';
import { cachedFor } from '../../../shared/cached-for.ts';
import { METHODS } from '../../../shared/feature-control/methods.ts';
import { subjectOf } from '../../../shared/rate-limit/rate-limit.ts';
import type { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import type { PlayerLimits } from '../../../shared/rest/console.ts';
import { readLimitedPlayers } from '../console/limited-players.ts';
import { NO_PLAYER } from '../http/refusals.ts';
import type { ServerParts } from '../server-parts.ts';
import { reads } from './endpoints.ts';
import type { Paths } from './endpoints.ts';

/** Lifetime of the limited players in memory, in milliseconds: finding their keys takes a `SCAN`. */
const LIMITED_LIFETIME_MS = 3000;

/** A player's UUID, with or without hyphens. */
const UUID = /^([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})$/i;

/** The rate limits of one player, and of all that have reached one. */
export function rateLimitPaths({ clock, keys, redis }: ServerParts): Paths {
  const limited = cachedFor(LIMITED_LIFETIME_MS, clock, () => readLimitedPlayers(redis, keys));
  return {
    '/v1/rate-limits': reads('rate-limits:read', async ({ query: { player } }) => {
      const [, ...parts] = UUID.exec(typeof player === 'string' ? player : '') ?? [];
      if (parts.length === 0) return NO_PLAYER;
      return { body: await rateLimitsOf(parts.join('-').toLowerCase(), redis, keys) };
    }),
    '/v1/console/rate-limits': reads('rate-limits:read', async () => ({ body: await limited() })),
  };
}

/** @param player UUID, in lower case with hyphens */
async function rateLimitsOf(player: string, redis: RedisClient, keys: RedisKeys): Promise<PlayerLimits> {
  const methods = METHODS.map(({ name }) => name);
  const expiries = await readExpiries(
    redis,
    methods.map((method) => keys.rateLimitOf(subjectOf(method, player))),
  );
  const limits = methods.flatMap((method, index) => {
    const until = expiries[index];
    return until === undefined ? [] : [{ method, until }];
  });
  return { player, limits };
}
