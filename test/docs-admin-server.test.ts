import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { RedisKeys } from '../shared/redis/redis-keys.ts';
import { eventually } from './support/eventually.ts';
import { startBuiltAdminServer } from './support/http/built-servers.ts';
import { storeToken } from './support/redis/store-token.ts';
import { readRepositoryFile } from './support/repository/source-files.ts';
import { useStarted } from './support/use-started.ts';

/** The blocks of the page with a command, and the lines that it prints. */
const EXAMPLES = [...readRepositoryFile('docs/admin-server.md').matchAll(/(?:^ {4}.*\n)+/gm)]
  .map(([block]) => block.replaceAll(/^ {4}/gm, ''))
  .filter((block) => block.startsWith('curl '))
  .map((block) => {
    const [command = '', ...printed] = block.split(/^(?=ETag|\{)/m);
    return { command, printed: printed.map((line) => line.trim()) };
  });

const server = useStarted(startBuiltAdminServer);
let redis: Redis;
let TOKEN: string;

beforeAll(async () => {
  redis = new Redis(server.redisUrl);
  const keys = new RedisKeys(server.keyPrefix);
  TOKEN = await storeToken(redis, keys, 'blocklists:read blocklists:write');
  const list = keys.blocklistOf('my-mod');
  await redis.sadd(keys.blocklistGlobal, 'zoom');
  await redis.sadd(list, 'minimap');
  await redis.zadd(keys.timedOfBlocklist(list), 4102444800000, 'radar');
  const headers = { Authorization: `Bearer ${TOKEN}` };
  const lists = async () => await (await fetch(`${server.origin}/v1/blocklists`, { headers })).text();
  await eventually(async () => (await lists()).includes('"size":2'), { what: 'the lists' });
});

afterAll(() => {
  redis.disconnect();
});

it('the commands of docs/admin-server.md print what the page says', () => {
  expect(EXAMPLES.length).toBeGreaterThan(3);
  for (const { command, printed } of EXAMPLES) {
    const script = command.replace('http://127.0.0.1:8081', server.origin);
    const env = { PATH: process.env['PATH'], TOKEN };
    const { stdout } = spawnSync('sh', ['-c', script], { encoding: 'utf8', env });
    const body = JSON.parse(stdout.split('\n').at(-1) ?? '') as object;
    expect({ command, body }).not.toHaveProperty('body.error');
    for (const line of printed) {
      const pattern = line.split('…').map((text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
      expect(stdout).toMatch(new RegExp(pattern.join('.*')));
    }
  }
});
