import { readExpiries } from '../../../node/redis/commands/read-expiries.ts';
import type { RedisClient } from '../../../node/redis/connecting/redis-client.ts';
import { subjectOf } from '../../../shared/rate-limit/rate-limit.ts';
import type { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import type { LimitedPlayers, PlayerLimits } from '../../../shared/rest/console.ts';
import { NO_PLAYER } from '../http/refusals.ts';
import type { Paths } from './endpoints.ts';

export interface RateLimitPathsDependencies {
  readonly limited: () => Promise<LimitedPlayers>;
  readonly redis: RedisClient;
  readonly keys: RedisKeys;
  /** The names of the methods that have a rate limit. */
  readonly methods: readonly string[];
}

/** A player's UUID, with or without hyphens. */
const UUID = /^([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})$/i;

/** The rate limits of one player, and of all that have reached one. */
export function rateLimitPaths({ limited, ...limits }: RateLimitPathsDependencies): Paths {
  return {
    '/v1/rate-limits': {
      get: {
        scope: 'rate-limits:read',
        async handle({ query: { player } }) {
          const [, ...parts] = UUID.exec(typeof player === 'string' ? player : '') ?? [];
          if (parts.length === 0) return NO_PLAYER;
          return { body: await rateLimitsOf(parts.join('-').toLowerCase(), limits) };
        },
      },
    },
    '/v1/console/rate-limits': {
      get: { scope: 'rate-limits:read', handle: async () => ({ body: await limited() }) },
    },
  };
}

/** @param player UUID, in lower case with hyphens */
async function rateLimitsOf(
  player: string,
  { keys, methods, redis }: Omit<RateLimitPathsDependencies, 'limited'>,
): Promise<PlayerLimits> {
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
