import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { testRedisUrl, uniquePrefix } from '../support/redis/redis.ts';
import { standInBuild, type StandIn } from '../velocity-stand-in/stand-in.ts';
import { CHANNEL, check } from './ask.ts';
import { expectNothingForwarded } from './log-expectations.ts';
import { START_TIMEOUT_MS, startProxy } from './start-proxy.ts';

let proxy: StandIn;

beforeAll(async () => {
  const { probeJar } = await standInBuild();
  proxy = await startProxy({
    redisUrl: testRedisUrl(),
    keyPrefix: uniquePrefix(),
    additionalJars: [probeJar],
  });
}, START_TIMEOUT_MS);

afterAll(async () => {
  await proxy.stop();
});

it('another plugin may register our channel as the other kind of identifier [F-CHANNEL-1]', async () => {
  const player = await proxy.join({ connected: true });
  expect(await player.send('probe:echo', `legacy identifier of ${CHANNEL}`)).toBe('handled');
  // The proxy uses the identifier that was registered last.
  expect(await check(player, 'my-mod', ['fly'])).toMatchObject({ ok: true });
  expectNothingForwarded(proxy);
});
