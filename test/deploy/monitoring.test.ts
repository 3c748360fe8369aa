import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { parse } from 'yaml';
import { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { freePort } from '../../tools/processes/free-port.mjs';
import { startProgram } from '../../tools/processes/program.mjs';
import { check } from '../jar/ask.ts';
import { PATIENCE, START_TIMEOUT_MS, startProxy } from '../jar/start-proxy.ts';
import { eventually } from '../support/eventually.ts';
import { startBuiltAdminServer, startBuiltSidecar } from '../support/http/built-servers.ts';
import { makeTemporaryDirectory } from '../support/processes/temporary-directory.ts';
import { testRedisUrl, uniquePrefix } from '../support/redis/redis.ts';
import { storeToken } from '../support/redis/store-token.ts';
import { REPOSITORY } from '../support/repository/repository.ts';
import { readRepositoryFile } from '../support/repository/source-files.ts';

interface Dashboard {
  readonly panels: readonly { readonly targets?: readonly { readonly expr: string }[] }[];
}

interface Rules {
  readonly groups: readonly {
    readonly rules: readonly { readonly alert: string; readonly expr: string }[];
  }[];
}

const { panels } = JSON.parse(readRepositoryFile('deploy/grafana/dashboard.json')) as Dashboard;
const EXPRESSIONS = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
const RULES_FILE = readRepositoryFile('deploy/prometheus/rules.yml');
const RULES = (parse(RULES_FILE) as Rules).groups.flatMap(({ rules }) => rules);
/** The metrics in the expressions of alerts, which have no result while all is well. */
const METRICS = [...new Set(RULES_FILE.match(/feature_control_\w+/g))];
const EXPECTED = [
  'feature_control_answers_total{outcome="OK"} == 1',
  'feature_control_mod_answers_total{mod="my-mod"} == 1',
  'feature_control_answer_duration_seconds_count == 1',
];

const directory = makeTemporaryDirectory();
const cleanUp: (() => unknown)[] = [
  () => {
    directory.remove();
  },
];
let origin: string;
let playerId: string;
let adminOrigin: string;
let token: string;

/** The programs of Prometheus's package, in which promtool is. */
function prometheusProgram(name: 'prometheus' | 'promtool'): string {
  const promtool = process.env['FC_PROMTOOL'];
  if (promtool === undefined)
    throw new Error('FC_PROMTOOL is not set: there is no Prometheus, which npm test would install');
  return join(dirname(promtool), name);
}

beforeAll(async () => {
  const keyPrefix = uniquePrefix();
  const redis = new Redis(testRedisUrl());
  cleanUp.push(() => {
    redis.disconnect();
  });
  const config = '[bridges]\nenabled = ["xaero"]\n';
  const proxy = await startProxy({ redisUrl: testRedisUrl(), keyPrefix, config });
  cleanUp.push(() => proxy.stop());
  const sidecar = await startBuiltSidecar({ KEY_PREFIX: keyPrefix });
  cleanUp.push(() => sidecar.stop());
  const admin = await startBuiltAdminServer({
    KEY_PREFIX: keyPrefix,
    WEBHOOK_URL: 'http://127.0.0.1:1',
    WEBHOOK_FORMAT: 'discord',
    EXPECTED_LISTS: directory.write('lists.yaml', 'format: feature-control/blocklists\nversion: 1\n'),
  });
  cleanUp.push(() => admin.stop());
  const player = await proxy.join({ connected: true });
  playerId = player.uuid;
  await check(player, 'my-mod', ['fly']);
  await fetch(`${sidecar.origin}/v1/health`);
  token = await storeToken(redis, new RedisKeys(keyPrefix), 'metrics:read');
  adminOrigin = admin.origin;
  origin = await startPrometheus();
}, START_TIMEOUT_MS);

afterAll(async () => {
  for (const stop of cleanUp.toReversed()) await stop();
});

/** Starts Prometheus with the files of `deploy/`. @returns its origin */
async function startPrometheus(): Promise<string> {
  const configuration = readRepositoryFile('deploy/prometheus/prometheus.yml')
    .replaceAll('10s', '1s')
    .replace('admin:8081', new URL(adminOrigin).host);
  const file = directory.write('prometheus.yml', configuration);
  directory.write('rules.yml', RULES_FILE);
  directory.write('secrets/metrics.token', token);
  const address = `127.0.0.1:${await freePort()}`;
  const prometheus = startProgram({
    command: prometheusProgram('prometheus'),
    args: [
      `--config.file=${file}`,
      `--storage.tsdb.path=${directory.path}/data`,
      `--web.listen-address=${address}`,
    ],
    isReady: async () =>
      await fetch(`http://${address}/-/ready`).then(
        ({ ok }) => ok,
        () => false,
      ),
  });
  cleanUp.push(() => prometheus.stop());
  await prometheus.ready;
  return `http://${address}`;
}

async function query(expression: string): Promise<readonly unknown[]> {
  const parameter = encodeURIComponent(expression.replaceAll('$__rate_interval', '1m'));
  const response = await fetch(`${origin}/api/v1/query?query=${parameter}`);
  return ((await response.json()) as { readonly data: { readonly result: readonly unknown[] } }).data.result;
}

it.each([...EXPRESSIONS, ...METRICS, ...EXPECTED])('%s returns data of real programs', async (expression) => {
  await eventually(async () => (await query(expression)).length > 0, { ...PATIENCE, what: 'data' });
});

it.each(RULES)('the condition of $alert does not hold for them', async ({ expr }) => {
  expect(await query(expr)).toStrictEqual([]);
});

it('each alert fires and clears', () => {
  const file = join(REPOSITORY, 'test', 'deploy', 'alerts.yml');
  execFileSync(prometheusProgram('promtool'), ['test', 'rules', file], { stdio: 'pipe' });
  const tests = readRepositoryFile('test/deploy/alerts.yml');
  for (const { alert } of RULES) expect(tests).toContain(alert);
});

it('the metrics contain nothing of a player', async () => {
  const response = await fetch(`${adminOrigin}/metrics`, { headers: { Authorization: `Bearer ${token}` } });
  expect(await response.text()).not.toContain(playerId);
});
