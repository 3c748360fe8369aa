import { beforeEach, expect, it } from '@jest/globals';
import { ConsoleClock } from '../../../../admin/server/console/console-clock.ts';
import { RedisError } from '../../../../shared/redis/redis-error.ts';
import { ManualTime } from '../../../support/fakes/manual-time.ts';
import { RecordingLogger } from '../../../support/fakes/recording-logger.ts';

/** By how much Redis's clock is behind this machine's, in milliseconds. */
const BEHIND_MS = 20_000;

let time: ManualTime;
let behindMs: number;
let failure: Error | undefined;
let measurements: number;
let logger: RecordingLogger;
let clock: ConsoleClock;

beforeEach(() => {
  time = new ManualTime();
  behindMs = BEHIND_MS;
  failure = undefined;
  measurements = 0;
  const commands = {
    time: async () => {
      measurements += 1;
      await Promise.resolve();
      if (failure !== undefined) throw failure;
      return time.epochMs() - behindMs + 0.5;
    },
  };
  logger = new RecordingLogger();
  clock = new ConsoleClock({ commands, clock: time, logger });
});

it("is Redis's, in whole milliseconds, and is measured once in 10 seconds for all consoles", async () => {
  const times = await Promise.all([clock.epochMs(), clock.epochMs()]);
  expect(times).toEqual([time.epochMs() - BEHIND_MS, time.epochMs() - BEHIND_MS]);
  time.advance(9999);
  expect(await clock.epochMs()).toBe(time.epochMs() - BEHIND_MS);
  expect(measurements).toBe(1);
  behindMs = 0;
  time.advance(1);
  expect(await clock.epochMs()).toBe(time.epochMs());
  expect(measurements).toBe(2);
});

it("is this machine's until Redis answers, and then the last measurement", async () => {
  failure = new RedisError('unreachable', 'Not connected.');
  expect(await clock.epochMs()).toBe(time.epochMs());
  failure = undefined;
  expect(await clock.epochMs()).toBe(time.epochMs() - BEHIND_MS);
  failure = new RedisError('unreachable', 'Not connected.');
  time.advance(3_600_000);
  expect(await clock.epochMs()).toBe(time.epochMs() - BEHIND_MS);
});

it("is this machine's if an ACL forbids TIME, which is logged once", async () => {
  failure = new RedisError('error-reply', "NOPERM this user has no permissions to run the 'time' command");
  expect(await clock.epochMs()).toBe(time.epochMs());
  time.advance(3_600_000);
  expect(await clock.epochMs()).toBe(time.epochMs());
  const message = 'Redis does not allow TIME: the console uses the clock of this machine';
  expect(logger.records).toEqual([{ level: 'warn', message }]);
});
