import { connect } from 'node:net';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { GLOBAL_LIST } from '../../shared/feature-control/blocklist-name.ts';
import { eventually } from '../support/eventually.ts';
import { startServerStore } from '../support/redis/redis-stores.ts';
import { useStarted } from '../support/use-started.ts';
import { createCli } from './cli/run-cli.ts';
import type { CliUnderTest } from './cli/run-cli.ts';
import { startAdminServerUnderTest } from './server/admin-server-under-test.ts';

const NAMES = Array.from({ length: 500 }, (_, index) => `feature-${index}`);

const store = useStarted(async () => await startServerStore({ persistent: false }));
const admin = useStarted(async () => await startAdminServerUnderTest({}, undefined, store));
let cli: CliUnderTest;
let headers: Record<string, string>;

beforeAll(async () => {
  cli = createCli(store.url);
  headers = {
    Authorization: `Bearer ${await admin.issue('blocklists:read blocklists:write')}`,
    'Content-Type': 'application/json',
  };
});

/**
 * Blocks, and then unblocks.
 * @returns how many scripts that edit Redis has received while it unblocked; others look for direct writes
 */
async function editsOf(edit: (blocked: boolean) => Promise<void>): Promise<number> {
  // Redis knows the scripts from now on.
  await edit(true);
  // ioredis fails if Redis sends the first lines together with its reply to MONITOR.
  const monitor = connect(store.server.port, '127.0.0.1').setEncoding('utf8');
  let received = '';
  monitor.on('data', (text: string) => (received += text));
  monitor.write('MONITOR\r\n');
  await eventually(() => received.startsWith('+OK'));
  await edit(false);
  await store.admin.echo('that was all');
  await eventually(() => received.includes('"that was all"'));
  monitor.destroy();
  return received.match(/"evalsha" "[0-9a-f]{40}" .* "\{\\"entries\\"/gi)?.length ?? 0;
}

const all = (blocked: boolean): object => Object.fromEntries(NAMES.map((name) => [name, { blocked }]));

describe('an edit is one script, which changes and records', () => {
  it('of 500 features on the command line, which is one undo', async () => {
    const scripts = await editsOf(async (blocked) => {
      expect((await cli.run(blocked ? 'block' : 'unblock', ...NAMES)).code).toBe(0);
    });
    expect(scripts).toBe(1);
    expect(await store.admin.xlen(cli.keys.historyKey(GLOBAL_LIST))).toBe(2);
    expect((await cli.run('undo')).code).toBe(0);
    expect(await store.admin.scard(cli.keys.blocklistGlobal)).toBe(500);
  });

  it('of 500 features over HTTP, as the console sends it', async () => {
    const scripts = await editsOf(async (blocked) => {
      const body = JSON.stringify({ features: all(blocked), expected: all(!blocked) });
      const { status } = await admin.sendWith('/v1/blocklists/global', headers, 'PATCH', body);
      expect(status).toBe(200);
    });
    expect(scripts).toBe(1);
    expect(await store.admin.xlen(admin.keys.historyKey(GLOBAL_LIST))).toBe(2);
  });

  it('of one feature with If-Match, however many entity tags', async () => {
    const tags = Array.from({ length: 300 }, (_, index) => `"until:${4e12 + index}"`);
    const scripts = await editsOf(async (blocked) => {
      const sent = { ...headers, 'If-Match': [...tags, '"blocked"', '"free"'].join() };
      const method = blocked ? 'PUT' : 'DELETE';
      const { status } = await admin.sendWith('/v1/blocklists/global/tagged', sent, method, '{}');
      expect(status).toBe(200);
    });
    expect(scripts).toBe(1);
  });
});
