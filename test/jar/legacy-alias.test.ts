import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testRedisUrl, uniquePrefix } from '../support/redis/redis.ts';
import { startStandIn, type StandIn } from '../velocity-stand-in/stand-in.ts';
import { ask, CHANNEL, checkRequest } from './ask.ts';
import { START_TIMEOUT_MS, untilReady } from './start-proxy.ts';

const PROTOCOL_1_8 = 47;
const REQUEST = checkRequest('my-mod', ['fly']);

/** Two configurations, one after the other in one JVM. */
describe('clients before 1.13', () => {
  let directory: string;
  let proxy: StandIn;

  const configure = async (toml: string): Promise<void> => {
    await writeFile(join(directory, 'feature-control', 'config.toml'), toml);
  };

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'legacy-alias-'));
    await mkdir(join(directory, 'feature-control'));
    await configure('[channel]\nlegacy-alias = "FC|check"\n');
    const settings = { redisUrl: testRedisUrl(), keyPrefix: uniquePrefix() };
    proxy = await startStandIn({ pluginsDirectory: directory, ...settings });
    await untilReady(proxy);
  }, START_TIMEOUT_MS);

  afterAll(async () => {
    await proxy.stop();
    await rm(directory, { recursive: true, force: true });
  });

  it('are served on the alias of the channel, and newer ones on the channel itself [G19]', async () => {
    const old = await proxy.join({ protocol: PROTOCOL_1_8, connected: true });
    expect(await ask(old, REQUEST, 'FC|check')).toMatchObject({ ok: true });
    expect(old.received[0]?.channel).toBe('FC|check');
    const modern = await proxy.join({ connected: true });
    expect(await ask(modern, REQUEST)).toMatchObject({ ok: true });
    expect(modern.received[0]?.channel).toBe(CHANNEL);
  });

  it(
    'are served on a channel with a short name, even if it is registered as both kinds of identifiers [G19]',
    async () => {
      const channel = 'fc:feature-control';
      await configure(`[channel]\nnamespace = "fc"\nlegacy-alias = "${channel}"\n`);
      await proxy.stopPlugins();
      await proxy.startPlugins();
      await untilReady(proxy, 2);
      for (const protocol of [PROTOCOL_1_8, undefined]) {
        const player = await proxy.join({ ...(protocol && { protocol }), connected: true });
        expect(await ask(player, REQUEST, channel)).toMatchObject({ ok: true });
        expect(player.received[0]?.channel).toBe(channel);
      }
    },
    START_TIMEOUT_MS,
  );
});
