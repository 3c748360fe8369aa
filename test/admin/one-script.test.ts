import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { GLOBAL_LIST } from '../../shared/feature-control/blocklist-name.ts';
import { eventually } from '../support/eventually.ts';
import { startRedis } from '../support/redis/redis-server.ts';
import type { RedisServer } from '../support/redis/redis-server.ts';
import { createCli } from './cli/run-cli.ts';
import type { CliUnderTest } from './cli/run-cli.ts';
import { startAdminServerUnderTest } from './server/admin-server-under-test.ts';
import type { AdminServerUnderTest } from './server/admin-server-under-test.ts';

const NAMES = Array.from({ length: 500 }, (_, index) => `feature-${index}`);

let server: RedisServer;
let redis: Redis;
let cli: CliUnderTest;
let admin: AdminServerUnderTest;
let headers: Record<string, string>;

beforeAll(async () => {
  server = await startRedis({ persistent: false });
  redis = new Redis(server.url);
  cli = createCli(server.url);
  admin = await startAdminServerUnderTest({}, undefined, { admin: redis, url: server.url });
  headers = {
    Authorization: `Bearer ${await admin.issue('blocklists:read blocklists:write')}`,
    'Content-Type': 'application/json',
  };
});

afterAll(async () => {
  await admin.stop();
  redis.disconnect();
  await server.stop();
});

/**
 * Blocks, and then unblocks.
 * @returns the scripts that edit a list, which have three keys, as Redis has received them while it unblocked
 */
async function editsOf(edit: (blocked: boolean) => Promise<void>): Promise<readonly string[]> {
  // Redis knows the scripts from now on.
  await edit(true);
  // ioredis fails if Redis sends the first lines together with its reply to MONITOR.
  const monitor = connect(Number(new URL(server.url).port), '127.0.0.1').setEncoding('utf8');
  let received = '';
  monitor.on('data', (text: string) => (received += text));
  monitor.write('MONITOR\r\n');
  await eventually(() => received.startsWith('+OK'));
  await edit(false);
  await redis.echo('that was all');
  await eventually(() => received.includes('"that was all"'));
  monitor.destroy();
  return received.split('\r\n').filter((line) => /"evalsha" "[0-9a-f]{40}" "3" /i.test(line));
}

const all = (blocked: boolean): object => Object.fromEntries(NAMES.map((name) => [name, { blocked }]));

describe('an edit is one script, which changes and records', () => {
  it('of 500 features on the command line, which is one undo', async () => {
    const scripts = await editsOf(async (blocked) => {
      expect((await cli.run(blocked ? 'block' : 'unblock', ...NAMES)).code).toBe(0);
    });
    expect(scripts).toHaveLength(1);
    expect(await redis.xlen(cli.keys.historyKey(GLOBAL_LIST))).toBe(2);
    expect((await cli.run('undo')).code).toBe(0);
    expect(await redis.scard(cli.keys.blocklistGlobal)).toBe(500);
  });

  it('of 500 features over HTTP, as the console sends it', async () => {
    const scripts = await editsOf(async (blocked) => {
      const body = JSON.stringify({ features: all(blocked), expected: all(!blocked) });
      const { status } = await admin.sendWith('/v1/blocklists/global', headers, 'PATCH', body);
      expect(status).toBe(200);
    });
    expect(scripts).toHaveLength(1);
    expect(await redis.xlen(admin.keys.historyKey(GLOBAL_LIST))).toBe(2);
  });

  it('of one feature with If-Match, however many entity tags, or a second one', async () => {
    const tags = Array.from({ length: 300 }, (_, index) => `"until:${4e12 + index}"`);
    const scripts = await editsOf(async (blocked) => {
      const sent = { ...headers, 'If-Match': [...tags, '"blocked"', '"free"'].join() };
      const method = blocked ? 'PUT' : 'DELETE';
      const { status } = await admin.sendWith('/v1/blocklists/global/tagged', sent, method, '{}');
      expect(status).toBe(200);
    });
    expect(scripts).toHaveLength(2);
  });
});
