import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import { makeTemporaryDirectory } from '../support/processes/temporary-directory.ts';
import { testRedisUrl, uniquePrefix } from '../support/redis/redis.ts';
import { startStandIn } from '../velocity-stand-in/stand-in.ts';
import { joinAdmin, replyTo } from './admin.ts';
import { warningsAndErrorsOf } from './log-expectations.ts';
import { PATIENCE, START_TIMEOUT_MS } from './start-proxy.ts';

const directory = makeTemporaryDirectory();

afterAll(() => {
  directory.remove();
});

it.each([
  ['plugins!', /^feature-control is off: .*plugins!.*: Java reads no jars in a folder whose name ends in !/],
  ['a!b/plu#g ins%', /Redis: connected/],
])(
  'in a folder named %s, the plugin runs, or is off with one line, which status repeats',
  async (name, status) => {
    const pluginsDirectory = join(directory.path, name);
    mkdirSync(pluginsDirectory, { recursive: true });
    const proxy = await startStandIn({
      pluginsDirectory,
      redisUrl: testRedisUrl(),
      keyPrefix: uniquePrefix(),
    });
    const isStarted = () => proxy.log.some((line) => /feature-control is (?:ready|off)/.test(line));
    await eventually(isStarted, { ...PATIENCE, what: 'the start' });
    const reply = await replyTo(proxy, await joinAdmin(proxy, 'status'), 'status', PATIENCE);
    expect(reply).toMatch(status);
    expect(warningsAndErrorsOf(proxy)).toHaveLength(reply.includes('is off') ? 1 : 0);
    await proxy.stop();
  },
  START_TIMEOUT_MS,
);
