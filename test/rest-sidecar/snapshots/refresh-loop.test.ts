import { describe, expect, it } from '@jest/globals';
import { RedisError } from '../../../shared/redis/redis-error.ts';
import { RefreshLoop } from '../../../rest-sidecar/src/snapshots/refresh-loop.ts';
import { StoreLink } from '../../../rest-sidecar/src/snapshots/store-link.ts';
import { ManualTime } from '../../support/fakes/manual-time.ts';
import { RecordingLogger } from '../../support/fakes/recording-logger.ts';
import { FakeResource } from './fake-resource.ts';

function create() {
  const [time, logger] = [new ManualTime(), new RecordingLogger()];
  const resource = new FakeResource(time);
  const link = new StoreLink(logger, () => undefined);
  const identity = {
    isConfirmed: true,
    confirm: () => Promise.reject(new RedisError('unreachable', 'not there')),
  };
  const loop = new RefreshLoop({
    resource,
    link,
    clock: time,
    timers: time,
    logger,
    identity,
    refreshed: () => undefined,
  });
  /** Lets time pass in small steps, and what was started in it end. */
  const pass = async (ms: number): Promise<void> => {
    const untilMs = time.monotonicMs() + ms;
    while (time.monotonicMs() < untilMs) {
      time.advance(1);
      for (let turn = 0; turn < 5; turn++) await Promise.resolve();
    }
  };
  return { time, logger, resource, link, loop, pass, identity };
}

describe('RefreshLoop', () => {
  it('reads nothing before it is known who answers', async () => {
    const { identity, link, loop, pass, resource } = create();
    identity.isConfirmed = false;
    loop.ask();
    await pass(5000);
    expect([resource.startedMs.length, link.isUp]).toEqual([0, false]);
    identity.isConfirmed = true;
    await pass(1001);
    expect([resource.startedMs.length, link.isUp]).toEqual([1, true]);
  });

  it('refreshes at once when it had rest', async () => {
    const { loop, pass, resource } = create();
    await pass(1000);
    loop.ask();
    expect(resource.startedMs).toEqual([1000]);
  });

  it('refreshes at most 20 times a second, and takes what was asked meanwhile together', async () => {
    const { loop, pass, resource } = create();
    for (let ms = 0; ms <= 999; ms++) {
      loop.ask();
      await pass(1);
    }
    expect(resource.startedMs).toHaveLength(20);
    await pass(500);
    expect(resource.startedMs).toHaveLength(21);
  });

  it('refreshes at once for the second of two changes in a row as well, and lets a third one wait', async () => {
    const { loop, pass, resource } = create();
    await pass(1000);
    for (let change = 0; change < 3; change++) {
      loop.ask();
      await pass(10);
    }
    await pass(100);
    expect(resource.startedMs).toEqual([1000, 1010, 1053]);
  });

  it('refreshes less often the longer it takes, over a while', async () => {
    const { loop, pass, resource } = create();
    resource.takesMs = 100;
    for (let ms = 0; ms < 20_000; ms++) {
      loop.ask();
      await pass(1);
    }
    // By then, what it may run ahead of its rest is used up.
    const later = resource.startedMs.filter((startedMs) => startedMs >= 10_000);
    const passedMs = (later.at(-1) ?? 0) - 10_000;
    expect((100 * later.length) / passedMs).toBeLessThan(0.85);
  });

  it('refreshes at once again after a single long one', async () => {
    const { loop, pass, resource, time } = create();
    resource.takesMs = 200;
    loop.ask();
    await pass(300);
    loop.ask();
    expect(resource.startedMs.at(-1)).toBe(time.monotonicMs());
  });

  it('goes on without a pause until nothing is left, and takes notes no more often for that', async () => {
    const { loop, pass, resource } = create();
    resource.takesMs = 1;
    resource.outcome = 'read in part';
    for (let ms = 0; ms < 120; ms++) {
      loop.ask();
      await pass(1);
    }
    resource.outcome = 'read';
    await pass(1000);
    expect(resource.startedMs.length).toBeGreaterThan(60);
    const lastMs = resource.tookNotesMs.at(-1) ?? 0;
    expect(resource.tookNotesMs.length).toBeLessThanOrEqual(2 + lastMs / 53);
  });

  it('leaves time between the parts of what is looked over', async () => {
    const { loop, pass, resource } = create();
    resource.outcome = 'looked over in part';
    loop.ask();
    await pass(120);
    resource.outcome = 'read';
    await pass(1000);
    expect(resource.startedMs).toEqual([0, 50, 100, 150]);
  });

  it('lets nothing wait for what is looked over', async () => {
    const { loop, pass, resource } = create();
    resource.outcome = 'looked over in part';
    loop.ask();
    await pass(120);
    loop.ask();
    expect(resource.startedMs).toEqual([0, 50, 100, 120]);
    expect(resource.tookNotesMs).toEqual([0, 120]);
  });

  it('goes on as failed while one part can be read and the next cannot, and says so once', async () => {
    const { link, logger, loop, pass, resource } = create();
    const refused = new RedisError('refused', 'NOPERM this user has no permissions');
    resource.refresh = async () => {
      resource.startedMs.push(resource.startedMs.length);
      if (resource.startedMs.length % 3 === 0) throw refused;
      return Promise.resolve('read in part');
    };
    loop.ask();
    await pass(10_000);
    expect(link.isUp).toBe(false);
    expect(logger.at('warn')).toHaveLength(1);
    // Each attempt is of three parts.
    expect(resource.startedMs.length).toBeLessThan(3 * 20);
    resource.refresh = async () => {
      await pass(1);
      return 'read in part';
    };
    await pass(3000);
    loop.close();
    expect(link.isUp).toBe(true);
  });

  it('tries again after a failure, ever less often, and at once when told to', async () => {
    const { loop, link, logger, pass, resource, time } = create();
    resource.outcome = new RedisError('unreachable', 'Gone.');
    loop.ask();
    await pass(5000);
    expect(link.isUp).toBe(false);
    // The first attempt ends one step after it began.
    expect(resource.startedMs).toEqual([0, 51, 151, 351, 751, 1551, 2551, 3551, 4551]);
    expect(logger.at('warn')).toHaveLength(1);
    resource.outcome = 'read';
    await pass(10);
    loop.ask({ despiteFailures: true });
    expect(resource.startedMs.at(-1)).toBe(time.monotonicMs());
    await pass(1);
    expect(link.isUp).toBe(true);
  });

  it('logs what is no failure of Redis with its cause, and goes on', async () => {
    const { loop, logger, pass, resource } = create();
    const cause = new TypeError('a bug');
    resource.outcome = cause;
    loop.ask();
    await pass(60);
    expect(logger.records[0]).toEqual({ level: 'error', message: 'The fake could not be refreshed', cause });
    expect(resource.startedMs).toHaveLength(2);
  });

  it('opens and closes windows on time, without being asked, also while Redis does not answer [G6]', async () => {
    const { loop, pass, resource, time } = create();
    resource.windows.nextChangeMs = time.epochMs() + 3_700;
    loop.ask();
    await pass(3_600);
    resource.outcome = new RedisError('unreachable', 'Gone.');
    loop.ask();
    await pass(99);
    expect(resource.windows.appliedMs).toEqual([]);
    await pass(1);
    expect(resource.windows.appliedMs).toEqual([3_700]);
  });

  it('looks every second whether the clock was set, forward or back [G6]', async () => {
    const { loop, pass, resource, time } = create();
    loop.ask();
    await pass(2_500);
    resource.windows.nextChangeMs = time.epochMs() - 3_600_000;
    await pass(1_000);
    expect(resource.windows.appliedMs).toHaveLength(1);
  });

  it('says nothing of Redis where Redis was not asked', async () => {
    const { loop, link, pass, resource } = create();
    resource.outcome = 'not read';
    link.failed('Gone.');
    loop.ask();
    await pass(10);
    expect(link.isUp).toBe(false);
  });

  it('does nothing more when closed', async () => {
    const { loop, pass, resource, time } = create();
    resource.windows.nextChangeMs = time.epochMs() + 100;
    loop.ask();
    await pass(1);
    loop.close();
    loop.ask();
    await pass(1000);
    expect(resource.startedMs).toHaveLength(1);
    expect(time.pendingTimers).toBe(0);
  });
});
