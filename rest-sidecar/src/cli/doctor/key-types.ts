import type { RateLimitSubject } from '../../../../shared/rate-limit/rate-limit.ts';
import type { RedisKeys } from '../../../../shared/redis/redis-keys.ts';

/** Types as Redis's `TYPE` names them, by what keys begin with. */
export function keyTypesOf(keys: RedisKeys): readonly (readonly [prefix: string, type: string])[] {
  return [
    [keys.blocklistsUntil, 'zset'],
    [keys.blocklists, 'set'],
    [keys.audits, 'stream'],
    [keys.rateLimitOf('' as RateLimitSubject), 'string'],
    [keys.catalogueClients, 'zset'],
    [keys.catalogueFeatures, 'zset'],
    [keys.servers, 'string'],
    [keys.events, 'string'],
    [keys.votings, 'string'],
    [keys.voteCounts, 'hash'],
    [keys.coinsTrades, 'stream'],
    [keys.tokens, 'hash'],
    [keys.nodes, 'hash'],
  ];
}
