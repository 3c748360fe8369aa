import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { startTestSidecar } from '../rest-sidecar/sidecar-under-test.ts';
import { eventually } from '../support/eventually.ts';
import { documentedUser, urlFor } from '../support/redis/acl-lines.ts';
import { startRedis, type RedisServer } from '../support/redis/redis-server.ts';

const keys = new RedisKeys('fc:');

let server: RedisServer;
let admin: Redis;

beforeAll(async () => {
  server = await startRedis({ persistent: false });
  admin = new Redis(server.url);
});

afterAll(async () => {
  admin.disconnect();
  await server.stop();
});

describe('without the rights for operators', () => {
  it.each(['(%R~fc:blocklist:*', '(%RW~fc:blocklist:*'])('the sidecar warns about %s', async (group) => {
    const { rules, ...user } = documentedUser('fc-sidecar');
    const granted = rules.filter((rule) => !rule.startsWith(group));
    expect(granted).toHaveLength(rules.length - 1);
    await admin.call('ACL', 'SETUSER', user.name, ...granted);
    await admin.sadd(keys.blocklistGlobal, 'fly');
    const sidecar = await startTestSidecar({
      redisUrl: urlFor({ ...user, rules: granted }, server.url),
      config: { keyPrefix: 'fc:', operators: { host: '127.0.0.1', port: 0 } },
    });
    const warning = 'Redis refuses reads of blocklists: NOPERM';
    const isLogged = () => sidecar.logger.at('warn').some((line) => line.startsWith(warning));
    await eventually(isLogged, { withinMs: 30_000, what: warning });
    await sidecar.stop();
  });
});
