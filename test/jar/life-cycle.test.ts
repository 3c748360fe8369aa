import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testRedisUrl, uniquePrefix } from '../support/redis/redis.ts';
import { eventually } from '../support/eventually.ts';
import type { StandIn } from '../velocity-stand-in/stand-in.ts';
import { check } from './ask.ts';
import { PATIENCE, START_TIMEOUT_MS, startProxy, untilReady } from './start-proxy.ts';

/** On a second JDK and with a second jar, a leak at each start would show as well after fewer. */
const TIMES = (process.env['FC_TEST_JAVA_HOME'] ?? process.env['FC_TEST_JAR_EDITION']) ? 5 : 20;

describe('starting and stopping the plugin many times in one JVM', () => {
  let proxy: StandIn;

  beforeAll(async () => {
    // What the JVM only keeps for as long as it has memory to spare is let go at once.
    const jvmOptions = ['-XX:SoftRefLRUPolicyMSPerMB=0'];
    proxy = await startProxy({ redisUrl: testRedisUrl(), keyPrefix: uniquePrefix(), jvmOptions });
  }, START_TIMEOUT_MS);

  afterAll(async () => {
    await proxy.stop();
  });

  const useOnceAndStop = async (): Promise<void> => {
    const player = await proxy.join({ connected: true });
    expect(await check(player, 'my-mod', ['fly'])).toMatchObject({ id: 'request-1' });
    await proxy.stopPlugins();
  };

  /** After garbage collection; of the threads, those apart that the proxy starts as it needs them. */
  const whatIsLeft = async () => {
    const { threads, leakedLoaders } = await proxy.usage();
    return { threads: threads.filter((name) => !name.startsWith('Netty NIO Worker')).sort(), leakedLoaders };
  };

  const startUseAndStop = async (): Promise<void> => {
    const readiness = proxy.log.filter((line) => line.includes('feature-control is ready')).length;
    await proxy.startPlugins();
    await untilReady(proxy, readiness + 1);
    await useOnceAndStop();
  };

  /** As soon as Redis is connected, while the script still warms itself up. */
  const startAndStop = async (): Promise<void> => {
    const connections = () => proxy.log.filter((line) => line.includes('Redis is connected')).length;
    const before = connections();
    await proxy.startPlugins();
    await eventually(() => connections() > before, { ...PATIENCE, what: 'Redis' });
    await proxy.stopPlugins();
  };

  /** Long before the engine is there. */
  const startAndStopAtOnce = async (): Promise<void> => {
    await proxy.startPlugins();
    await proxy.stopPlugins();
  };

  const ways = [startAndStop, startAndStop, startAndStop, startAndStopAtOnce, startUseAndStop];

  it('leaves the same threads and class loaders as before', async () => {
    await useOnceAndStop();
    // What ends a moment after the stop (a thread of a library) holds the loader until then.
    const before = await eventually(
      async () => {
        const left = await whatIsLeft();
        return left.leakedLoaders === 0 && left;
      },
      { what: 'the first class loader to go' },
    );
    for (let time = 0; time < TIMES; time += ways.length) for (const way of ways) await way();
    await eventually(
      async () => {
        expect(await whatIsLeft()).toEqual(before);
        return true;
      },
      { what: 'threads to end and class loaders to go' },
    );
  }, 300_000);
});
