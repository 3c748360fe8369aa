import { beforeAll, expect, it } from '@jest/globals';
import { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import { eventually } from '../../support/eventually.ts';
import { startBuiltAdminServer } from '../../support/http/built-servers.ts';
import { useTemporaryDirectory } from '../../support/processes/use-temporary-directory.ts';
import { testRedisUrl } from '../../support/redis/redis.ts';
import { storeToken } from '../../support/redis/store-token.ts';
import { useRedis } from '../../support/redis/use-redis.ts';
import { useStarted } from '../../support/use-started.ts';
import { createCli } from '../cli/run-cli.ts';
import type { CliResult } from '../cli/run-cli.ts';

const HEADER = 'format: feature-control/blocklists\nversion: 1\n---\nlist: global\n';
const LATER = new Date(Date.now() + 86_400_000).toISOString();

const directory = useTemporaryDirectory();
const redis = useRedis();
const server = useStarted(
  async () => await startBuiltAdminServer({ EXPECTED_LISTS: `${directory.path}/lists.yaml` }),
);
let token: string;

beforeAll(async () => {
  token = await storeToken(redis, new RedisKeys(server.keyPrefix), 'metrics:read');
});

const write = (lists: string): string => directory.write('lists.yaml', lists);

async function run(...args: string[]): Promise<CliResult> {
  const environment = { REDIS_URL: testRedisUrl(), KEY_PREFIX: server.keyPrefix, FC_ACTOR: 'tester' };
  return await createCli().runWith({ environment }, ...args);
}

async function untilStatus(text: string): Promise<void> {
  await eventually(async () => (await run('status')).out.join('\n').includes(text), { what: text });
}

async function untilMetrics(...lines: RegExp[]): Promise<void> {
  const read = async () =>
    await (await fetch(`${server.origin}/metrics`, { headers: { Authorization: `Bearer ${token}` } })).text();
  const hasAll = (metrics: string): boolean => lines.every((line) => line.test(metrics));
  await eventually(async () => hasAll(await read()), { what: lines.join() });
}

function warnings(): readonly string[] {
  return server.output.filter((line) => line.includes('EXPECTED_LISTS'));
}

it('a missing or invalid file is a warning and a metric, and the server runs', async () => {
  await untilMetrics(/expected_lists_valid\{.*\} 0/);
  await untilStatus('the file of EXPECTED_LISTS cannot be read: see its log');
  expect(warnings()).toHaveLength(1);
  expect(warnings()[0]).toMatch(/lists\.yaml cannot be read: there is no such file$/);
  write(`${HEADER}blokced: [fly]\n`);
  await eventually(() => warnings().length === 2);
  expect(warnings()[1]).toMatch(/WARN .*lists\.yaml:5: Unknown key blokced: did you mean blocked\?$/);
  expect((await fetch(`${server.origin}/ready`)).status).toBe(200);
});

it('status and a metric count the features that differ from the file, until it is imported', async () => {
  await run('block', 'fly', 'radar');
  await run('block', 'not-in-the-file', '--client', 'my-mod');
  const ended = 'ended: 2020-01-01T00:00:00Z';
  const file = write(`${HEADER}blocked: [fly, zoom]\nuntil: {map: ${LATER}, ${ended}}\n`);
  await untilStatus('drift from EXPECTED_LISTS: 3 features');
  await untilMetrics(/list_drift\{.*\} 3/, /expected_lists_valid\{.*\} 1/);
  expect((await run('import', file, '--check')).code).toBe(3);
  expect((await run('import', file)).code).toBe(0);
  await untilStatus('drift from EXPECTED_LISTS: 0 features');
});
