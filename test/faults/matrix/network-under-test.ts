import type { Redis } from 'ioredis';
import type { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import { check } from '../../jar/ask.ts';
import { PATIENCE, startProxy } from '../../jar/start-proxy.ts';
import { eventually } from '../../support/eventually.ts';
import type { FaultProxy } from '../../support/faults/fault-proxy.ts';
import { startBuiltSidecar, type BuiltServer } from '../../support/http/built-servers.ts';
import { ask } from '../../support/http/http.ts';
import { stopOnError } from '../../support/processes/stop-on-error.ts';
import { LOAD_TEST_JVM_OPTIONS, type StandIn } from '../../velocity-stand-in/stand-in.ts';
import { CLIENT, FEATURES, KEY_PREFIX, startStore } from './store.ts';
import type { Store } from './store.ts';

/** The programs under load, each in its own process: the sidecar, a JVM with the jar, and Redis. */
export interface Network {
  /** The sidecar's origin, such as `http://127.0.0.1:40123`. */
  readonly origin: string;
  readonly proxy: StandIn;
  readonly keys: RedisKeys;
  /** An admin's connection, which faults between the programs and Redis do not affect. */
  readonly admin: Redis;
  /** The fault proxy between the programs and Redis, if any. */
  readonly faults?: FaultProxy;
  /** Writes the data that the load expects. */
  fill(): Promise<void>;
  stop(): Promise<void>;
}

/** A sidecar on one Redis. */
export interface RedisAndSidecar extends Store {
  readonly origin: string;
  readonly sidecar: BuiltServer;
}

/** A network with one Redis, and a fault proxy in front of it. */
export interface RedisNetwork extends Network, RedisAndSidecar {
  readonly faults: FaultProxy;
}

async function startRedisAndSidecar(): Promise<RedisAndSidecar> {
  const store = await startStore();
  const settings = { REDIS_URL: store.faults.url, KEY_PREFIX };
  const sidecar = await stopOnError(store, () => startLoadedSidecar(settings));
  return {
    ...store,
    sidecar,
    origin: sidecar.origin,
    async stop() {
      await sidecar.stop();
      await store.stop();
    },
  };
}

/** Starts a sidecar, and waits until it has loaded all data. */
export async function startLoadedSidecar(settings: Readonly<Record<string, string>>): Promise<BuiltServer> {
  const sidecar = await startBuiltSidecar(settings);
  const isOk = async (): Promise<boolean> => (await ask(sidecar.origin, '/v1/health')).text.includes('"ok"');
  await stopOnError(sidecar, () => eventually(isOk, { what: 'the sidecar to load all data' }));
  return sidecar;
}

export async function startRedisNetwork(): Promise<RedisNetwork> {
  const network = await startRedisAndSidecar();
  const options = {
    redisUrl: network.faults.url,
    keyPrefix: KEY_PREFIX,
    jvmOptions: LOAD_TEST_JVM_OPTIONS,
  };
  const proxy = await stopOnError(network, () => startProxy(options));
  await warmUp(proxy);
  return {
    ...network,
    proxy,
    async stop() {
      await proxy.stop();
      await network.stop();
    },
  };
}

const WARM_UP_PLAYERS = 20;
const WARM_UP_CHECKS = 5;

/**
 * Waits until the plugin, which may be ready before it has read any list, answers, and warms up the JVM: its
 * slow first requests are not the subject of the test.
 */
export async function warmUp(proxy: StandIn): Promise<void> {
  const isServed = async () => (await check(await proxy.join({ connected: true }), CLIENT, [])).ok;
  await eventually(isServed, { ...PATIENCE, everyMs: 200, what: 'a check to be answered' });
  const warmUpOnce = async (): Promise<void> => {
    const player = await proxy.join({ connected: true });
    for (let count = 0; count < WARM_UP_CHECKS; count++) await check(player, CLIENT, FEATURES);
    await player.disconnect();
  };
  await Promise.all(Array.from({ length: WARM_UP_PLAYERS }, warmUpOnce));
}
