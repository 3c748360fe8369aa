import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { clientList } from '../../../shared/feature-control/blocklist-name.ts';
import { eventually } from '../../support/eventually.ts';
import { startFaultProxy } from '../../support/faults/fault-proxy.ts';
import type { FaultProxy } from '../../support/faults/fault-proxy.ts';
import { ERRORS } from '../../support/faults/fault.ts';
import { useTemporaryDirectory } from '../../support/processes/use-temporary-directory.ts';
import { startRedis } from '../../support/redis/redis-server.ts';
import type { RedisServer } from '../../support/redis/redis-server.ts';
import { createCli } from './run-cli.ts';
import type { CliResult, CliUnderTest } from './run-cli.ts';

/** Enough steps that the connection is lost before the last one. */
const NAMES = Array.from({ length: 3000 }, (_, index) => `name-${index}`);

const HEADER = 'format: feature-control/blocklists\nversion: 1\n';

/** The cause depends on whether a command waited for a reply. */
const CAUSE =
  /^feature-control: (?:The connection was lost|Not connected): the last write may have been executed; check before .*$/;

let server: RedisServer;
let redis: Redis;
let proxy: FaultProxy;
const directory = useTemporaryDirectory();
let cli: CliUnderTest;

beforeAll(async () => {
  server = await startRedis({ persistent: false });
  redis = new Redis(server.url);
  proxy = await startFaultProxy(server.port);
  const lists = NAMES.map((name) => `---\nlist: client:${name}\nblocked: [fly]\n`).join('');
  directory.write('lists.yaml', `${HEADER}${lists}`);
});

afterAll(async () => {
  redis.disconnect();
  await proxy.stop();
  await server.stop();
});

beforeEach(async () => {
  await redis.flushall();
  await proxy.set({ kind: 'none' });
  cli = createCli(proxy.url);
});

const pathOf = (name: string): string => `${directory.path}/${name}`;

/** Runs a command, and disconnects it from Redis once its first step is complete, as it has begun another. */
const loseRedis = async (written: () => Promise<number>, ...args: string[]): Promise<CliResult> => {
  const result = cli.run(...args);
  await eventually(async () => (await written()) > 1, { everyMs: 1, what: 'the second write' });
  await proxy.set({ kind: 'refuse' });
  proxy.dropConnections();
  return await result;
};

it('names the cause if Redis is loading its data', async () => {
  await proxy.set({ kind: 'error', error: ERRORS.LOADING });
  const { code, err } = await cli.run('block', 'fly');
  expect(err.at(-1)).toMatch(/ is loading its data: try again in a moment$/);
  expect(code).toBe(2);
});

it('a command that loses Redis while it writes ends with exit code 1, and has printed each step that is done', async () => {
  const written = async (): Promise<number> =>
    (await redis.keys(cli.keys.blocklistKey(clientList('*')))).length;
  const { code, out, err } = await loseRedis(written, 'import', pathOf('lists.yaml'));
  expect([code, err.at(-1)]).toEqual([1, expect.stringMatching(CAUSE)]);
  // The write in flight may have been executed, too.
  expect([out.length, out.length + 1]).toContain(await written());
});

it('a command that loses Redis while it only reads ends with exit code 2', async () => {
  for (const name of NAMES) await redis.sadd(cli.keys.blocklistKey(clientList(name)), 'fly');
  const out = (): void => {
    proxy.dropConnections();
  };
  expect((await cli.runWith({ out }, 'export')).code).toBe(2);
});
