import { afterAll, beforeAll, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { startAdminServer } from '../../admin/server/admin-server.ts';
import { readAdminServerConfig } from '../../admin/server/config.ts';
import { Variables } from '../../node/variables.ts';
import { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { eventually } from '../support/eventually.ts';
import { RecordingLogger } from '../support/fakes/recording-logger.ts';
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

it("the admin's server warns about missing rights to read blocklists", async () => {
  const { rules, ...user } = documentedUser('fc-admin');
  const granted = rules.map((rule) => (rule.startsWith('(%R~fc:*') ? rule.replace(' +sscan', '') : rule));
  await admin.call('ACL', 'SETUSER', user.name, ...granted);
  await admin.sadd(keys.blocklistGlobal, 'fly');
  const environment = { REDIS_URL: urlFor({ ...user, rules: granted }, server.url), ADMIN_PORT: '0' };
  const logger = new RecordingLogger();
  const config = readAdminServerConfig(new Variables(environment));
  const adminServer = await startAdminServer(config, { logger, actor: 'test', consoleDirectory: '' });
  const warning = 'Redis refuses reads of blocklists: NOPERM';
  const isLogged = () => logger.at('warn').some((line) => line.startsWith(warning));
  await eventually(isLogged, { withinMs: 30_000, what: warning });
  await adminServer.stop();
});
