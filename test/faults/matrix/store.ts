import type { Redis } from 'ioredis';
import { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import { startFaultProxy, type FaultProxy } from '../../support/faults/fault-proxy.ts';
import type { RedisServer } from '../../support/redis/redis-server.ts';
import { startServerStore } from '../../support/redis/redis-stores.ts';

/**
 * A Redis with the data that the load expects, an admin's connection to it, and a fault proxy in front of it.
 */
export interface Store {
  readonly redis: RedisServer;
  /** Between the programs and Redis. */
  readonly faults: FaultProxy;
  readonly keys: RedisKeys;
  /** An admin's connection, not through the fault proxy. */
  readonly admin: Redis;
  /** Writes the data that the load expects. */
  fill(): Promise<void>;
  stop(): Promise<void>;
}

/** The client of the requests of mods, the features that they request, and those that are blocked. */
export const CLIENT = 'my-mod';
export const FEATURES = ['fly', 'zoom', 'minimap', 'xray'];
export const BLOCKED = ['fly', 'minimap'];

/** The expected response body of each path that web clients request. */
export const EXPECTED: Readonly<Record<string, string>> = {
  '/v1/servers?id=lobby': '{"id":"lobby","displayName":"Lobby"}',
  '/v1/events?server=lobby': '[{"id":"party","server":"lobby","name":"Party"}]',
  '/v1/votings?server=lobby':
    '[{"id":"more","server":"lobby","title":"More?","candidates":[{"id":"yes","name":"Yes","votes":3}]}]',
  '/v1/coins-trades?limit=1': '[{"rate":1.5,"datetime":7}]',
};

export const KEY_PREFIX = 'fc:';

export async function startStore(): Promise<Store> {
  const keys = new RedisKeys(KEY_PREFIX);
  const store = await startServerStore();
  const { admin, server: redis } = store;
  const faults = await startFaultProxy(redis.port);
  const fill = async (): Promise<void> => {
    await admin.multi(fillCommands(keys)).exec();
  };
  await fill();
  return {
    redis,
    faults,
    keys,
    admin,
    fill,
    async stop() {
      await faults.stop();
      await store.stop();
    },
  };
}

/** Commands that write the lists, and the data of {@link EXPECTED}. */
export function fillCommands(keys: RedisKeys): string[][] {
  const candidates = '[{"id":"yes","name":"Yes"}]';
  return [
    ['sadd', keys.blocklistGlobal, 'fly'],
    ['sadd', keys.blocklistOf(CLIENT), 'minimap'],
    ['set', keys.serverOf('lobby'), '{"displayName":"Lobby"}'],
    ['set', keys.eventOf('party'), '{"server":"lobby","name":"Party"}'],
    ['set', keys.votingOf('more'), `{"server":"lobby","title":"More?","candidates":${candidates}}`],
    ['hset', keys.voteCountsOf('more'), 'yes', '3'],
    ['xadd', keys.coinsTrades, 'MAXLEN', '1', '*', 'rate', '1.5', 'datetime', '7'],
  ];
}

/** The keys of {@link fillCommands}: an example of each key that the programs read. */
export function filledKeys(keys: RedisKeys): string[] {
  return fillCommands(keys).map(([, key = '']) => key);
}
