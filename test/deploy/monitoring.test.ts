import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { RedisKeys } from '../../shared/redis/redis-keys.ts';
import { freePort } from '../../tools/processes/free-port.mjs';
import { startProgram } from '../../tools/processes/program.mjs';
import { check } from '../jar/ask.ts';
import { PATIENCE, START_TIMEOUT_MS, startProxy } from '../jar/start-proxy.ts';
import { eventually } from '../support/eventually.ts';
import { startBuiltAdminServer, startBuiltSidecar } from '../support/http/built-servers.ts';
import { makeTemporaryDirectory } from '../support/processes/temporary-directory.ts';
import { variable } from '../support/processes/variable.ts';
import { testRedisUrl, uniquePrefix } from '../support/redis/redis.ts';
import { storeToken } from '../support/redis/store-token.ts';
import { useRedis } from '../support/redis/use-redis.ts';
import { REPOSITORY } from '../support/repository/repository.ts';
import { readRepositoryFile } from '../support/repository/source-files.ts';

interface Dashboard {
  readonly templating: { readonly list: readonly { readonly name: string }[] };
  readonly panels: readonly {
    readonly type: string;
    readonly datasource?: { readonly uid: string };
    readonly targets?: readonly { readonly expr: string }[];
  }[];
}

interface Rules {
  readonly groups: readonly {
    readonly rules: readonly { readonly alert: string; readonly expr: string }[];
  }[];
}

const { panels, templating } = JSON.parse(readRepositoryFile('deploy/grafana/dashboard.json')) as Dashboard;
const EXPRESSIONS = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
const RULES_FILE = readRepositoryFile('deploy/prometheus/rules.yml');
const RULES = (parse(RULES_FILE) as Rules).groups.flatMap(({ rules }) => rules);
/** The metrics in the expressions of alerts, which have no result while all is well. */
const METRICS = [...new Set(RULES_FILE.match(/feature_control_\w+/g))];
const EXPECTED = [
  'feature_control_answers_total{outcome="OK"} == 1',
  'feature_control_mod_answers_total{mod="my-mod"} == 1',
  'feature_control_answer_duration_seconds_count == 1',
  // Of two servers with the same metrics.
  'count(feature_control_build_info{kind="proxy"}) == 2',
];
/** Labels of a target that others set, such as an operator of Kubernetes. */
const COLLIDING = {
  node: 'node-1',
  program: 'pod-1',
  kind: 'Pod',
  server: 'node-1',
  status: 'up',
  version: '1',
};

const directory = makeTemporaryDirectory();
const cleanUp: (() => unknown)[] = [
  () => {
    directory.remove();
  },
];
let origin: string;
let playerId: string;
let sidecarOrigin: string;
let adminOrigins: readonly string[];
let token: string;

/** The programs of Prometheus's package, in which promtool is. */
function prometheusProgram(name: 'prometheus' | 'promtool'): string {
  return join(dirname(variable('FC_PROMTOOL')), name);
}

const redis = useRedis();

beforeAll(async () => {
  const keyPrefix = uniquePrefix();
  const config = '[bridges]\nenabled = ["xaero"]\n';
  const proxy = await startProxy({ redisUrl: testRedisUrl(), keyPrefix, config });
  cleanUp.push(() => proxy.stop());
  const replaced = await startBuiltSidecar({ KEY_PREFIX: keyPrefix });
  const heartbeats = new RedisKeys(keyPrefix).programOf('sidecar', '*');
  await eventually(async () => (await redis.keys(heartbeats)).length > 0, PATIENCE);
  await replaced.stop();
  const sidecar = await startBuiltSidecar({ KEY_PREFIX: keyPrefix });
  cleanUp.push(() => sidecar.stop());
  const admins = await Promise.all(
    ['one', 'two'].map(async () => {
      const admin = await startBuiltAdminServer({
        KEY_PREFIX: keyPrefix,
        WEBHOOK_URL: 'http://127.0.0.1:1',
        WEBHOOK_FORMAT: 'discord',
        EXPECTED_LISTS: directory.write('lists.yaml', 'format: feature-control/blocklists\nversion: 1\n'),
      });
      cleanUp.push(() => admin.stop());
      return admin;
    }),
  );
  const player = await proxy.join({ connected: true });
  playerId = player.uuid;
  await check(player, 'my-mod', ['fly']);
  sidecarOrigin = sidecar.origin;
  await fetch(`${sidecarOrigin}/v1/health`);
  token = await storeToken(redis, new RedisKeys(keyPrefix), 'metrics:read');
  adminOrigins = admins.map(({ origin: each }) => each);
  origin = await startPrometheus();
}, START_TIMEOUT_MS);

afterAll(async () => {
  for (const stop of cleanUp.toReversed()) await stop();
});

/** Starts Prometheus with the files of `deploy/`. @returns its origin */
async function startPrometheus(): Promise<string> {
  const configuration = readRepositoryFile('deploy/prometheus/prometheus.yml')
    .replaceAll('10s', '1s')
    .replace(
      /\['admin:8081'\]/,
      `${JSON.stringify(adminOrigins.map((each) => new URL(each).host))}\n        labels: ${JSON.stringify(COLLIDING)}`,
    );
  const file = directory.write('prometheus.yml', configuration);
  directory.write('feature-control/rules.yml', RULES_FILE);
  directory.write('feature-control/metrics.token', token);
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

interface Series {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: readonly [time: number, value: string];
}

/** @param time in seconds since the Unix epoch; now by default */
async function query(expression: string, time = Date.now() / 1000): Promise<readonly Series[]> {
  const query = expression.replaceAll('$__rate_interval', '1m').replaceAll('$program', '.*');
  const response = await fetch(
    `${origin}/api/v1/query?${new URLSearchParams({ query, time: String(time) }).toString()}`,
  );
  return ((await response.json()) as { readonly data: { readonly result: readonly Series[] } }).data.result;
}

/** Returns an expression for the metrics of one target only. */
function ofTarget(expression: string, instance: string): string {
  return expression.replaceAll(
    /(feature_control_\w+)(?:\{([^}]*)\})?/g,
    (_, metric: string, matchers = '') => `${metric}{instance="${instance}", ${matchers as string}}`,
  );
}

it.each([...EXPRESSIONS, ...METRICS, ...EXPECTED])('%s returns data of real programs', async (expression) => {
  await eventually(async () => (await query(expression)).length > 0, { ...PATIENCE, what: 'data' });
});

describe('the dashboard', () => {
  it('asks for the data source, and offers a choice of programs', () => {
    expect(templating.list.map(({ name }) => name)).toStrictEqual(['datasource', 'program']);
    const sources = panels.filter(({ type }) => type !== 'row').map(({ datasource }) => datasource?.uid);
    expect(new Set(sources)).toStrictEqual(new Set(['${datasource}']));
  });

  it('filters the metrics of programs by program', async () => {
    const selectors = EXPRESSIONS.join('\n').matchAll(/(feature_control_\w+)(?:\{([^}]*)\})?/g);
    for (const [, metric = '', matchers = ''] of selectors) {
      const isOfOthers = (await query(`${metric}{program="${COLLIDING.program}"}`)).length > 0;
      const isFiltered = matchers.includes('program=~"$program"');
      expect({ metric, isFiltered }).toStrictEqual({ metric, isFiltered: !isOfOthers });
    }
  });

  it.each(EXPRESSIONS)('%s counts nothing twice that two servers report', async (expression) => {
    const [one = '', two = ''] = adminOrigins.map((each) => new URL(each).host);
    const shown = (series: readonly Series[]) =>
      new Map(series.map(({ metric, value }) => [JSON.stringify(metric), Number(value[1])]));
    await eventually(async () => {
      // So that there are rates. Between two scrapes, one of the servers knows less.
      await fetch(`${sidecarOrigin}/v1/health`);
      const time = Date.now() / 1000;
      const queries = [expression, ofTarget(expression, one), ofTarget(expression, two)];
      const [both, first, second] = await Promise.all(
        queries.map(async (each) => shown(await query(each, time))),
      );
      expect([...(both?.keys() ?? [])]).toStrictEqual([...(first?.keys() ?? [])]);
      for (const [series, value] of both ?? []) {
        const either = [first?.get(series) ?? NaN, second?.get(series) ?? NaN];
        expect(either).toContainEqual(value);
      }
      return true;
    }, PATIENCE);
  });
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
  const response = await fetch(`${adminOrigins[0]}/metrics`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  expect(await response.text()).not.toContain(playerId);
});
