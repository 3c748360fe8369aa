import { spawnSync } from 'node:child_process';
import { afterEach, beforeAll, expect, it } from '@jest/globals';
import type { ProgramKind } from '../../../shared/redis/programs/program-record.ts';
import { eventually } from '../../support/eventually.ts';
import { useStarted } from '../../support/use-started.ts';
import { startAdminServerUnderTest } from './admin-server-under-test.ts';

const HEARTBEAT = {
  name: 'host"1:8080',
  version: '1.2.3',
  health: 'degraded',
  startedAt: '1000',
};
const LABELS = String.raw`program="host\"1:8080",kind="sidecar"`;
const OF_PROXY = LABELS.replace('sidecar', 'proxy');

const STRANGE_ID = '\u0000\r"} evil 1\n';

const admin = useStarted(startAdminServerUnderTest);
let token: string;

beforeAll(async () => {
  token = await admin.issue('metrics:read');
});

afterEach(async () => {
  const written = await admin.redis.keys(`${admin.keys.programs}*`);
  await admin.redis.del('', ...written.filter((key) => admin.keys.kindOfProgram(key) !== 'admin'));
});

async function readMetrics(): Promise<string> {
  const { body, status } = await admin.ask('/metrics', token);
  expect(status).toBe(200);
  return String(body);
}

/** Waits for a text in the metrics. @returns all metrics, which Prometheus's own linter accepts */
async function metricsWith(text: string): Promise<string> {
  const metrics = await eventually(
    async () => {
      const all = await readMetrics();
      return all.includes(text) && all;
    },
    { what: text },
  );
  const program = process.env['FC_PROMTOOL'];
  // Only `npm run test:release` installs it.
  if (program === undefined) return metrics;
  const { status, stderr } = spawnSync(program, ['check', 'metrics'], { input: metrics, encoding: 'utf8' });
  expect([status, stderr]).toStrictEqual([0, '']);
  return metrics;
}

let nowMs = 5000;

async function beat(
  id: string,
  fields: Readonly<Record<string, string>>,
  kind: ProgramKind = 'sidecar',
): Promise<void> {
  nowMs += 5000;
  const times = { clock: nowMs, seenAt: nowMs };
  await admin.redis.hset(admin.keys.programOf(kind, id), { ...HEARTBEAT, ...times, ...fields });
}

it('the metrics have every running program, and no stopped one', async () => {
  const responses = JSON.stringify({ 200: 7, 404: 1 });
  const durations = JSON.stringify({ 0.001: 5, 0.005: 2, inf: 1, sum: 30 });
  await beat('a', { rejected: '2', responses, durations });
  const metrics = await metricsWith('host');
  for (const line of [
    `feature_control_build_info{${LABELS},version="1.2.3"} 1`,
    `feature_control_health{${LABELS},status="degraded"} 1`,
    `feature_control_rejected_values{${LABELS}} 2`,
    `feature_control_rest_responses_total{${LABELS},status="404"} 1`,
    `feature_control_rest_request_duration_seconds_bucket{${LABELS},le="0.005"} 7`,
    `feature_control_rest_request_duration_seconds_bucket{${LABELS},le="+Inf"} 8`,
    `feature_control_rest_request_duration_seconds_sum{${LABELS}} 0.03`,
  ])
    expect(metrics).toContain(`${line}\n`);
  await eventually(async () => (await readMetrics()).includes('kind="admin"'));
  await admin.redis.del(admin.keys.programOf('sidecar', 'a'));
  await eventually(async () => !(await readMetrics()).includes('host"'));
});

it.each([
  {
    heartbeat: 'that lies',
    fields: {
      players: '-1',
      memory: '1e999',
      lagMs: '<b>',
      mods: '{"a\\nb":1,"\\ud800":2,"c":-1,"d":"5","e":1.5,"__proto__":1}',
      responses: '[[1]]',
      durations: '{"1e0":1,"-1":1,"NaN":1,"0.5":2,"sum":"x"}',
      dropped: 'null',
      outcomes: '{',
      startedAt: '999999999999999',
    },
    expected: `answer_duration_seconds_bucket{${OF_PROXY},le="+Inf"} 2`,
  },
  {
    heartbeat: 'of a newer version',
    fields: { version: '99.0.0', temperature: '5', planets: '{"mars":1}', outcomes: '{"TEAPOT":3}' },
    expected: `answers_total{${OF_PROXY},outcome="TEAPOT"} 3`,
  },
  {
    heartbeat: 'with huge counters',
    fields: { mods: JSON.stringify({ ['m'.repeat(60_000)]: 1 }), players: '4' },
    expected: `players{${OF_PROXY}} 4`,
  },
  {
    heartbeat: 'of a program whose clock is an hour ahead',
    fields: { startedAt: '3700000', clock: '3900000', seenAt: '300000' },
    expected: `start_time_seconds{${OF_PROXY}} 100\n`,
  },
])('a heartbeat $heartbeat breaks nothing', async ({ fields, expected }) => {
  await beat('a', fields, 'proxy');
  const metrics = await metricsWith(`feature_control_${expected}`);
  expect(metrics).not.toMatch(/mod="[^_]|NaN|[{]kind|temperature|mars/);
});

it('a heartbeat with too many fields, a huge name, or huge fields is rejected', async () => {
  await beat('a', Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`field${index}`, '1'])));
  await beat('b', { name: 'n'.repeat(100_000) });
  const isLogged = (id: string): boolean =>
    admin.logger.at('warn').join().includes(admin.keys.programOf('sidecar', id));
  await eventually(() => isLogged('a') && isLogged('b'), { what: 'both to be rejected' });
  for (let index = 0; index < 20; index += 1) await beat('c', { [`field${index}`]: 'x'.repeat(100_000) });
  await eventually(() => isLogged('c'), { what: 'it to be rejected' });
  await beat('b', { name: 'small' });
  await metricsWith('program="small"');
});

it('two proxies that write to one key are one program', async () => {
  for (const answers of ['5', '900', '6', '901']) await beat('a', { answers });
  await metricsWith(`http_requests_total{${LABELS}} 901`);
});

it('of two programs with one name, the one that was started last keeps it', async () => {
  await beat('a', { records: '1' });
  await beat('b', { records: '2', startedAt: '2000' });
  const other = LABELS.replace(':8080', `:8080 (${admin.keys.programOf('sidecar', 'a').slice(-16)})`);
  const metrics = await metricsWith(`feature_control_records{${other}} 1`);
  expect(metrics).toContain(`feature_control_records{${LABELS}} 2`);
  await beat(STRANGE_ID, { records: '3', startedAt: '500' });
  await metricsWith(String.raw`\"} evil 1\n`);
});

it('a program that says that it is one of another kind is one of its own', async () => {
  await beat('a', { kind: 'proxy', players: '1000', outcomes: '{"OK":5}', records: '7' });
  const metrics = await metricsWith(`feature_control_records{${LABELS}} 7`);
  expect(metrics).not.toMatch(/kind="proxy"| 1000$|outcome=/m);
});

it('a flood of heartbeats of one kind hides no others, and has bounds', async () => {
  const responses = JSON.stringify(
    Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [index, 1])),
  );
  const pipeline = admin.redis.pipeline();
  const flood = { ...HEARTBEAT, clock: 1, seenAt: 1, responses, mods: responses, durations: responses };
  for (let index = 0; index < 1900; index += 1)
    pipeline.hset(admin.keys.programOf('sidecar', `flood-${index}`), {
      ...flood,
      name: `flood-${index}:8080`,
    });
  await pipeline.exec();
  await beat('a', { players: '4' }, 'proxy');
  const metrics = await metricsWith(`feature_control_players{${OF_PROXY}} 4`);
  const { body } = await admin.ask('/v1/console/programs', token);
  const ofFlood = (text: string): number => new Set(text.match(/flood-\d+:8080/g)).size;
  await eventually(async () => ofFlood(await readMetrics()) === 300, { what: 'as many as are read' });
  expect(metrics.length).toBeLessThan(10_000_000);
  expect(JSON.stringify(body).length).toBeLessThan(1_000_000);
  const lines = admin.logger.at('warn').filter((line) => line.includes('the others are not read'));
  expect(lines).toStrictEqual([
    `More than 300 heartbeats at "${admin.keys.programOf('sidecar', '')}": the others are not read`,
  ]);
});

it('the stop of a program is known after its record has expired, while another one has its name', async () => {
  const stopped = (seconds: number): string => `feature_control_stopped_time_seconds{${LABELS}} ${seconds}\n`;
  await beat('a', { stoppedAt: '7000000' });
  await beat('b', { stoppedAt: '8000000' });
  const metrics = await metricsWith(stopped(8000));
  expect(metrics).not.toContain(`build_info{${LABELS}`);
  await admin.redis.del(admin.keys.programOf('sidecar', 'a'), admin.keys.programOf('sidecar', 'b'));
  await beat('c', { records: '9' });
  expect(await metricsWith(`feature_control_records{${LABELS}} 9`)).toContain(stopped(8000));
});

it('many scrapes a second cost Redis nothing', async () => {
  const calls = async (): Promise<number> =>
    Number(/cmdstat_info:calls=(\d+)/.exec(await admin.redis.info('commandstats'))?.[1] ?? 0);
  await metricsWith('feature_control_redis_memory_bytes{server="127.0.0.1:');
  const before = await calls();
  await Promise.all(Array.from({ length: 100 }, readMetrics));
  // Other suites use the same Redis; each scrape would be one more.
  expect((await calls()) - before).toBeLessThan(100);
});

it('while Redis is unreachable, the metrics are those last known, with their age', async () => {
  const records = `feature_control_records{${LABELS}} 7`;
  await beat('a', { records: '7' });
  expect(await metricsWith(records)).toContain('feature_control_data_age_seconds 0\n');
  await admin.faults.set({ kind: 'black-hole' });
  await eventually(async () => !(await readMetrics()).includes('data_age_seconds 0\n'), { what: 'an age' });
  expect(await metricsWith('feature_control_redis_memory_bytes{')).toContain(records);
});
