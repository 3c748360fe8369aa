import { Redis } from 'ioredis';
import { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import { startProxy } from '../../jar/start-proxy.ts';
import { startBuiltSidecar } from '../../support/built-sidecar.ts';
import { startFaultProxy, type FaultProxy } from '../../support/fault-proxy.ts';
import { startRedis, type RedisServer } from '../../support/redis-server.ts';
import type { StandIn } from '../../velocity-stand-in/stand-in.ts';
import { watchChecks } from './watches/check-watch.ts';

/** What load is put on, in processes of its own: the sidecar, a JVM with the jar, and whatever stands behind them. */
export interface Network {
  /** Of the sidecar, such as `http://127.0.0.1:40123`. */
  readonly origin: string;
  readonly proxy: StandIn;
  readonly keys: RedisKeys;
  /** Of an admin, who is not disturbed by what goes wrong between the programs and Redis. */
  readonly admin: Redis;
  /** Between the programs and Redis, where anything stands there. */
  readonly faults?: FaultProxy;
  /** Writes what the loads expect. */
  fill(): Promise<void>;
  stop(): Promise<void>;
}

/** A network on one Redis, with a fault proxy before it. */
export interface RedisNetwork extends Network {
  readonly redis: RedisServer;
  readonly faults: FaultProxy;
}

/** What is blocked of what the players ask for. */
export const BLOCKED = ['fly', 'minimap'];

/** Web clients' questions, and what is in each answer. */
export const EXPECTED: Readonly<Record<string, string>> = {
  '/v1/servers?id=lobby': '"displayName":"Lobby"',
  '/v1/events': '"name":"Party"',
  '/v1/votings?server=lobby': '"votes":3',
  '/v1/coins-trades?limit=1': '"rate":1.5',
};

const KEY_PREFIX = 'fc:';

export async function startRedisNetwork(): Promise<RedisNetwork> {
  const keys = new RedisKeys(KEY_PREFIX);
  const redis = await startRedis();
  const faults = await startFaultProxy(redis.port);
  const admin = new Redis(redis.url, { retryStrategy: () => 50, maxRetriesPerRequest: null });
  admin.on('error', () => undefined);
  const fill = async (): Promise<void> => fillRedis(admin, keys);
  await fill();
  const sidecar = await startBuiltSidecar({ REDIS_URL: faults.url, KEY_PREFIX });
  const proxy = await startProxy({ redisUrl: faults.url, keyPrefix: KEY_PREFIX });
  await warmUp(proxy);
  return {
    ...{ redis, faults, origin: sidecar.origin, proxy, keys, admin, fill },
    async stop() {
      await proxy.stop();
      await sidecar.stop();
      admin.disconnect();
      await faults.stop();
      await redis.stop();
    },
  };
}

/** Writes what {@link BLOCKED} and {@link EXPECTED} say. */
export async function fillRedis(admin: Network['admin'], keys: RedisKeys): Promise<void> {
  await admin.sadd(keys.blocklistGlobal, 'fly');
  await admin.sadd(keys.blocklistOf('my-mod'), 'minimap');
  await admin.hset(keys.servers, 'lobby', '{"displayName":"Lobby"}');
  await admin.hset(keys.events, 'party', '{"server":"lobby","name":"Party"}');
  const candidates = '[{"id":"yes","name":"Yes"}]';
  await admin.hset(keys.votings, 'more', `{"server":"lobby","title":"More?","candidates":${candidates}}`);
  await admin.hset(keys.voteCountsOf('more'), 'yes', 3);
  await admin.xadd(keys.coinsTrades, 'MAXLEN', 1, '*', 'rate', '1.5', 'datetime', '7');
}

/** A JVM is slow at first under load, which is not what is looked at. */
export async function warmUp(proxy: StandIn): Promise<void> {
  const load = { name: 'warm-up', players: 200, perSecond: 100, blocked: BLOCKED, mostMs: Infinity };
  const checks = await watchChecks(proxy, load);
  await new Promise((resolve) => setTimeout(resolve, 3000));
  await checks.stop();
}
