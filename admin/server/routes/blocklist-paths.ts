import { subjectOf } from '../../../shared/rate-limit/rate-limit.ts';
import type { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import type { PlayerLimits } from '../../../shared/rest/console.ts';
import { readExpiries } from '../../../node/redis/read-expiries.ts';
import type { RedisClient } from '../../../node/redis/redis-client.ts';
import type { Lists } from '../console/lists.ts';
import type { Paths } from '../endpoints.ts';
import { NO_CLIENT, NO_PLAYER, NOT_LOADED, refuse } from '../refusals.ts';
import { queryOf } from './edit-requests.ts';

export interface BlocklistPathsDependencies {
  readonly lists: Lists;
  readonly redis: RedisClient;
  readonly keys: RedisKeys;
  /** The names of the methods that have a rate limit. */
  readonly methods: readonly string[];
}

/** A valid identifier of a mod (G13). */
const CLIENT = /^[\s\S]{1,128}$/u;
/** Features of one list that are returned. */
const MAX_FEATURES = 10_000;
const CLIENT_LIST = 'client:';

/** Views for programs: the permanent blocks of lists, and the rate limits of a player. */
export function blocklistPaths({ lists, ...limits }: BlocklistPathsDependencies): Paths {
  const viewOf = (list: string) => {
    const features = lists.featuresOf(list);
    return { size: features.length, features: features.slice(0, MAX_FEATURES) };
  };
  return {
    '/v1/blocklists': {
      get: {
        scope: 'blocklists:read',
        handle(_request, response) {
          if (!lists.isLoaded) {
            refuse(response, NOT_LOADED);
            return;
          }
          const clients = lists
            .all()
            .filter(({ list, size }) => list.startsWith(CLIENT_LIST) && size > 0)
            .map(({ list, size }) => ({ client: list.slice(CLIENT_LIST.length), size }));
          response.json({ global: viewOf('global'), clients });
        },
      },
    },
    '/v1/blocklists/{:client}': {
      get: {
        scope: 'blocklists:read',
        handle({ params: { client } }, response) {
          if (typeof client !== 'string' || !CLIENT.test(client)) refuse(response, NO_CLIENT);
          else if (lists.isLoaded) response.json({ client, ...viewOf(CLIENT_LIST + client) });
          else refuse(response, NOT_LOADED);
        },
      },
    },
    '/v1/rate-limits': {
      get: {
        scope: 'rate-limits:read',
        async handle(request, response) {
          const [text = '', ...others] = queryOf(request).getAll('player');
          const player = others.length === 0 ? parsePlayer(text) : undefined;
          if (player === undefined) refuse(response, NO_PLAYER);
          else response.json(await rateLimitsOf(player, limits));
        },
      },
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

const UUID = /^([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})$/i;

/**
 * Parses a player's UUID, with or without hyphens.
 * @returns the UUID in lower case with hyphens; undefined for any other text
 */
function parsePlayer(text: string): string | undefined {
  const [, ...parts] = UUID.exec(text) ?? [];
  return parts.length === 0 ? undefined : parts.join('-').toLowerCase();
}
