import { readExpiries } from '../../../node/redis/commands/read-expiries.ts';
import type { RedisClient } from '../../../node/redis/connecting/redis-client.ts';
import { nameProblem } from '../../../shared/feature-control/edit-problems.ts';
import { subjectOf } from '../../../shared/rate-limit/rate-limit.ts';
import type { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import type { PlayerLimits } from '../../../shared/rest/console.ts';
import { badRequest, NO_PLAYER, NOT_LOADED } from '../http/refusals.ts';
import type { Reply } from '../http/reply.ts';
import type { Lists } from '../lists/lists.ts';
import type { Endpoints, Paths } from './endpoints.ts';

export interface BlocklistPathsDependencies {
  readonly lists: Lists;
  readonly redis: RedisClient;
  readonly keys: RedisKeys;
  /** The names of the methods that have a rate limit. */
  readonly methods: readonly string[];
}

/** Features of one list that are returned. */
const MAX_FEATURES = 10_000;
const CLIENT_LIST = 'client:';
/** A player's UUID, with or without hyphens. */
const UUID = /^([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})$/i;

/** Views for programs: the permanent blocks of lists, and the rate limits of a player. */
export function blocklistPaths({ lists, ...limits }: BlocklistPathsDependencies): Paths {
  const viewOf = (list: string) => {
    const features = lists.featuresOf(list);
    return { size: features.length, features: features.slice(0, MAX_FEATURES) };
  };
  return {
    '/v1/blocklists': readOf(lists, () => {
      const clients = lists
        .all()
        .filter(({ list, size }) => list.startsWith(CLIENT_LIST) && size > 0)
        .map(({ list, size }) => ({ client: list.slice(CLIENT_LIST.length), size }));
      return { body: { global: viewOf('global'), clients } };
    }),
    '/v1/blocklists/{:client}': readOf(lists, ({ client = '' }) => {
      const problem = nameProblem(client, 'client', false);
      if (problem !== undefined) return badRequest('client', problem);
      return { body: { client, ...viewOf(CLIENT_LIST + client) } };
    }),
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
  };
}

/** Returns the endpoints of a path that reads the lists, as soon as they are loaded. */
export function readOf(lists: Lists, read: (names: Readonly<Record<string, string>>) => Reply): Endpoints {
  return {
    get: {
      scope: 'blocklists:read',
      handle: ({ params }) => (lists.isLoaded ? read(params as Record<string, string>) : NOT_LOADED),
    },
  };
}

/** @param player UUID, in lower case with hyphens */
async function rateLimitsOf(
  player: string,
  { keys, methods, redis }: Omit<BlocklistPathsDependencies, 'lists'>,
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
