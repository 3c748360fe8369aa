import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { freePort } from '../../tools/processes/free-port.mjs';
import { eventually } from '../support/eventually.ts';
import { startFaultProxy } from '../support/faults/fault-proxy.ts';
import { makeTemporaryDirectory } from '../support/processes/temporary-directory.ts';
import { startRedis } from '../support/redis/redis-server.ts';
import { startClusterStore, startServerStore } from '../support/redis/redis-stores.ts';
import type { StandInPlayer } from '../velocity-stand-in/stand-in-player.ts';
import type { StandIn } from '../velocity-stand-in/stand-in.ts';
import { applySettings, joinAdmin, replyTo } from './admin.ts';
import { askStatus } from './ask-status.ts';
import { check } from './ask.ts';
import { expectMoved, fill } from './expect-moved.ts';
import { PATIENCE, START_TIMEOUT_MS, startProxy } from './start-proxy.ts';

const TIMEOUT_MS = START_TIMEOUT_MS + 60_000;
const NAME = 'redis.example';
const FIRST = '127.0.0.2';
const SECOND = '127.0.0.3';
const { blocklistGlobal } = new RedisKeys('fc:');

/** Only root may give a process a hosts file of its own, and only on Linux. */
const canMount = spawnSync('unshare', ['--mount', 'true']).status === 0;

const directory = makeTemporaryDirectory();
const hosts = directory.write('hosts', '');
const stops: (() => Promise<void> | void)[] = [];
let proxy: StandIn;
let admin: StandInPlayer;

const nameLeadsTo = (address: string): void => {
  writeFileSync(hosts, `127.0.0.1 localhost\n${address} ${NAME}\n`);
};

const settings = (url: string, more = ''): string => `[redis]\nurl = "${url}"\n${more}`;

const blocked = async (): Promise<unknown> =>
  (await check(await proxy.join({ connected: true }), 'my-mod', ['first', 'second'])).payload?.blocklist;

const edits = async (feature: string): Promise<boolean> =>
  (await replyTo(proxy, admin, `block ${feature}`, PATIENCE)).startsWith('Blocked ');

/** Writes a Java whose processes have the hosts file of this test. */
function writeJava(): string {
  const java = join(process.env['JAVA_HOME'] ?? '', 'bin', 'java');
  const mount = `mount --bind '${hosts}' /etc/hosts && exec '${java}' "$@"`;
  directory.writeProgram(
    'bin/java',
    `exec unshare --mount sh -c '${mount.replaceAll("'", `'"'"'`)}' java "$@"`,
  );
  return directory.path;
}

beforeAll(async () => {
  nameLeadsTo(FIRST);
  const store = await startServerStore();
  stops.push(async () => store.stop());
  proxy = await startProxy({
    config: settings(store.url),
    ...(canMount ? { javaHome: writeJava() } : {}),
  });
  admin = await joinAdmin(proxy, 'block');
}, START_TIMEOUT_MS);

afterAll(async () => {
  await proxy.stop();
  for (const stop of stops) await stop();
  directory.remove();
});

(canMount ? it : it.skip).each([
  ['reports its role', []],
  ['only refuses writes', ['--rename-command', 'ROLE', '']],
])(
  'a master that a failover replaces behind its host name is left, while connections stay open: it %s',
  async (_, more) => {
    const port = await freePort();
    nameLeadsTo(FIRST);
    const [first, second] = await Promise.all([startAt(FIRST, port, more), startAt(SECOND, port)]);
    await Promise.all([first.sadd(blocklistGlobal, 'first'), second.sadd(blocklistGlobal, 'second')]);
    await applySettings(proxy, settings(`redis://${NAME}:${port}`));
    await eventually(async () => String(await blocked()) === 'first', PATIENCE);
    await first.replicaof(SECOND, port);
    const isReported = async () => (await askStatus(proxy)).includes('a replica, which refuses writes');
    if (more.length === 0) await eventually(isReported, PATIENCE);
    nameLeadsTo(SECOND);
    await eventually(() => edits('third'), { ...PATIENCE, what: 'an edit of the successor' });
    expect(await second.smembers(blocklistGlobal)).toEqual(expect.arrayContaining(['second', 'third']));
    await eventually(async () => String(await blocked()) === 'second', PATIENCE);
    expect(await askStatus(proxy)).not.toContain('replica');
  },
  TIMEOUT_MS,
);

async function startAt(address: string, port: number, more: readonly string[] = []): Promise<Redis> {
  const server = await startRedis({ port, settings: ['--bind', address, ...more] });
  const redis = new Redis({ host: address, port });
  stops.push(async () => {
    redis.disconnect();
    await server.stop();
  });
  return redis;
}

it(
  'a cluster whose servers all have new addresses is found by its seeds, and has lost nothing',
  async () => {
    const [former, next] = await Promise.all([startClusterStore(), startClusterStore()]);
    const seed = await startFaultProxy(former.servers[0]?.port ?? 0);
    stops.push(...[seed, former, next].map((one) => async () => one.stop()));
    await Promise.all([fill(former.admin), fill(next.admin)]);
    await expectMoved(proxy, former.admin, () =>
      applySettings(proxy, settings(`redis-cluster://127.0.0.1:${seed.port}`)),
    );
    await next.admin.sadd(blocklistGlobal, 'second');
    seed.redirect(next.servers[0]?.port ?? 0);
    await Promise.all(former.servers.map((server) => server.kill()));
    await eventually(async () => String(await blocked()) === 'second', PATIENCE);
    expect(proxy.log.join('\n')).not.toContain('came back without its data');
  },
  TIMEOUT_MS,
);

it(
  'a Redis that is far away is used, and reported as slow with its round trip',
  async () => {
    const store = await startServerStore();
    const faults = await startFaultProxy(store.server.port);
    stops.push(
      async () => faults.stop(),
      async () => store.stop(),
    );
    await store.admin.sadd(blocklistGlobal, 'first');
    await faults.set({ kind: 'delay', ms: 600 });
    const before = proxy.log.length;
    await applySettings(proxy, settings(faults.url));
    await eventually(async () => String(await blocked()) === 'first', PATIENCE);
    const isReported = async () =>
      /Redis: connected, round trip \d{3} ms, slow\./.test(await askStatus(proxy));
    await eventually(isReported, { ...PATIENCE, what: 'the status' });
    const warnings = proxy.log.slice(before).filter((line) => line.includes('WARN'));
    expect(warnings).toEqual([expect.stringMatching(/is slow: a round trip takes \d{3} ms/)]);
  },
  TIMEOUT_MS,
);

it(
  'a Redis that is too old is read, and reported in one line',
  async () => {
    const program = process.env['FC_OLD_REDIS_SERVER'];
    if (program === undefined) return;
    const server = await startRedis({ program });
    stops.push(async () => server.stop());
    const before = proxy.log.length;
    await applySettings(proxy, settings(server.url));
    await eventually(async () => (await askStatus(proxy)).includes(', too old for edits'), PATIENCE);
    const warnings = proxy.log.slice(before).filter((line) => line.includes('WARN'));
    expect(warnings).toEqual([expect.stringContaining('(Redis 6.0.9) is too old: edits fail without')]);
  },
  TIMEOUT_MS,
);

it(
  'a cluster of Valkey is served as one of Redis',
  async () => {
    const program = process.env['FC_VALKEY_SERVER'];
    if (program === undefined) return;
    const store = await startClusterStore([], program);
    stops.push(async () => store.stop());
    await fill(store.admin);
    await expectMoved(proxy, store.admin, () => applySettings(proxy, settings(store.url)));
  },
  TIMEOUT_MS,
);
