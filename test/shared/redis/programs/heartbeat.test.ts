import { beforeEach, describe, expect, it } from '@jest/globals';
import { RecentWarnings } from '../../../../shared/recent-warnings.ts';
import { Heartbeat } from '../../../../shared/redis/programs/heartbeat.ts';
import type { ProgramState } from '../../../../shared/redis/programs/heartbeat.ts';
import { parseProgramRecord } from '../../../../shared/redis/programs/program-record.ts';
import { RedisKeys } from '../../../../shared/redis/redis-keys.ts';
import { VERSION } from '../../../../shared/version.ts';
import { eventually } from '../../../support/eventually.ts';
import { ManualTime } from '../../../support/fakes/manual-time.ts';
import { RecordingLogger } from '../../../support/fakes/recording-logger.ts';
import { IoredisRedisCommands } from '../../../support/redis/ioredis-redis-commands.ts';
import { uniquePrefix } from '../../../support/redis/redis.ts';
import { useRedis } from '../../../support/redis/use-redis.ts';
import { readRepositoryFile } from '../../../support/repository/source-files.ts';

const INTERVAL_MS = 5000;

const redis = useRedis();
let keys: RedisKeys;
let time: ManualTime;
let logger: RecentWarnings;
let state: ProgramState;

beforeEach(() => {
  keys = new RedisKeys(uniquePrefix());
  time = new ManualTime();
  logger = new RecentWarnings(new RecordingLogger(), time);
  state = { name: 'host:25577', health: 'ok', players: 7, lagMs: 0.4, bridges: { xaero: 2, lunar: 0 } };
});

function createHeartbeat(): Heartbeat {
  return new Heartbeat({
    kind: 'proxy',
    keys,
    clock: time,
    timers: time,
    logger,
    commands: new IoredisRedisCommands(redis),
    describe: () => state,
  });
}

const records = async () =>
  await Promise.all((await redis.keys(`${keys.programs}*`)).map(async (key) => await redis.hgetall(key)));

describe('a heartbeat', () => {
  it('reports the program with its figures and the time of Redis, and expires', async () => {
    const heartbeat = createHeartbeat();
    heartbeat.start();
    const [fields = {}] = await eventually(async () => {
      const found = await records();
      return found.length > 0 && found;
    });
    const [seconds] = await redis.time();
    const record = parseProgramRecord('proxy', new Map(Object.entries(fields)));
    expect(record).toMatchObject({ kind: 'proxy', name: 'host:25577', version: VERSION, health: 'ok' });
    expect(record).toMatchObject({ bridges: { xaero: 2, lunar: 0 } });
    expect(record).toMatchObject({ players: 7, lagMs: 0, clock: time.epochMs(), startedAt: time.epochMs() });
    expect(Math.abs((record?.seenAt ?? 0) / 1000 - Number(seconds))).toBeLessThan(60);
    const [key = ''] = await redis.keys(`${keys.programs}*`);
    const ttlMs = await redis.pttl(key);
    expect(ttlMs).toBeGreaterThan(0);
    expect(ttlMs).toBeLessThanOrEqual(3 * INTERVAL_MS);
    await heartbeat.stop();
  });

  it('reports the newest warnings, each in one line', async () => {
    for (let count = 1; count <= 25; count += 1) logger.warn(`warning ${count} \n\ud800${'x'.repeat(1000)}`);
    logger.error('failed', new Error('first line\nsecond'));
    const heartbeat = createHeartbeat();
    heartbeat.start();
    const fields = await eventually(async () => (await records())[0]);
    const lines = parseProgramRecord('proxy', new Map(Object.entries(fields)))?.warnings ?? [];
    expect(lines).toHaveLength(20);
    const now = new Date(time.epochMs()).toISOString();
    expect(lines[0]).toBe(`${now} warning 7 \\u000a\\ud800${'x'.repeat(388)}`);
    expect(lines[19]).toBe(`${now} failed: Error: first line\\u000asecond`);
    await heartbeat.stop();
  });

  it('is written again every five seconds, and reports a stop [G72]', async () => {
    const heartbeat = createHeartbeat();
    heartbeat.start();
    await eventually(() => time.pendingTimers === 1);
    state = { ...state, health: 'degraded', players: 8 };
    time.advance(INTERVAL_MS);
    await eventually(async () => (await records())[0]?.['health'] === 'degraded');
    // It has expired in an outage.
    await redis.del(await redis.keys(`${keys.programs}*`));
    await heartbeat.stop();
    const [fields = {}] = await records();
    const record = parseProgramRecord('proxy', new Map(Object.entries(fields)));
    expect(record).toMatchObject({ name: 'host:25577', players: 8, stoppedAt: record?.seenAt });
    const [key = ''] = await redis.keys(`${keys.programs}*`);
    expect(await redis.pttl(key)).toBeGreaterThan(3 * INTERVAL_MS);
    expect(time.pendingTimers).toBe(0);
  });
});

describe('a record of a heartbeat', () => {
  const fields = {
    name: 'a:8080',
    version: '1',
    health: 'ok',
    startedAt: '1',
    clock: '2',
    seenAt: '3',
  };

  it('is invalid without its name, its health or its times', () => {
    expect(parseProgramRecord('sidecar', new Map(Object.entries(fields)))).toBeDefined();
    for (const field of Object.keys(fields)) {
      const others = Object.entries(fields).filter(([name]) => name !== field);
      expect(parseProgramRecord('sidecar', new Map(others))).toBeUndefined();
    }
  });

  it('is of the kind of its key, and has only its figures', () => {
    const forged = { ...fields, kind: 'proxy', players: '1000', outcomes: '{"OK":1}', records: '4' };
    const record = parseProgramRecord('sidecar', new Map(Object.entries(forged)));
    expect(record).toMatchObject({ kind: 'sidecar', records: 4 });
    expect(record).not.toHaveProperty('players');
    expect(record).not.toHaveProperty('outcomes');
  });
});

it('the version that heartbeats report is that of the package', () => {
  expect(JSON.parse(readRepositoryFile('package.json'))).toMatchObject({ version: VERSION });
});
