import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testRedisUrl, uniquePrefix } from '../support/redis/redis.ts';
import type { StandIn } from '../velocity-stand-in/stand-in.ts';
import { applySettings } from './admin.ts';
import { ask, CHANNEL, checkRequest } from './ask.ts';
import { START_TIMEOUT_MS, startProxy } from './start-proxy.ts';

const PROTOCOL_1_8 = 47;
const REQUEST = checkRequest('my-mod', ['fly']);

/** The second configuration is applied by a reload. */
describe('clients before 1.13', () => {
  let proxy: StandIn;

  beforeAll(async () => {
    const config = '[channel]\nlegacy-alias = "FC|check"\n';
    proxy = await startProxy({ redisUrl: testRedisUrl(), keyPrefix: uniquePrefix(), config });
  }, START_TIMEOUT_MS);

  afterAll(async () => {
    await proxy.stop();
  });

  it('are served on the alias of the channel, and newer ones on the channel itself [G19]', async () => {
    const old = await proxy.join({ protocol: PROTOCOL_1_8, connected: true });
    expect(await ask(old, REQUEST, 'FC|check')).toMatchObject({ ok: true });
    expect(old.received[0]?.channel).toBe('FC|check');
    const modern = await proxy.join({ connected: true });
    expect(await ask(modern, REQUEST)).toMatchObject({ ok: true });
    expect(modern.received[0]?.channel).toBe(CHANNEL);
  });

  it('are served on a channel with a short name, even if it is registered as both kinds of identifiers [G19]', async () => {
    const channel = 'fc:feature-control';
    await applySettings(proxy, `[channel]\nnamespace = "fc"\nlegacy-alias = "${channel}"\n`);
    for (const protocol of [PROTOCOL_1_8, undefined]) {
      const player = await proxy.join({ ...(protocol && { protocol }), connected: true });
      expect(await ask(player, REQUEST, channel)).toMatchObject({ ok: true });
      expect(player.received[0]?.channel).toBe(channel);
    }
  });
});
