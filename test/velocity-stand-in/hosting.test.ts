import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import { standInBuild, startStandIn, type StandIn } from './stand-in.ts';

const ECHO = 'probe:echo';

describe('the stand-in', () => {
  let proxy: StandIn;

  beforeAll(async () => {
    const { probeJar } = await standInBuild();
    proxy = await startStandIn({ jars: [probeJar] });
  });

  afterAll(async () => {
    await proxy.stop();
  });

  it("prints what plugins log in the form of Velocity's console", async () => {
    const line = await proxy.untilLogged(/started$/);
    expect(line).toMatch(/^\[\d\d:\d\d:\d\d INFO\] \[probe\]: started$/);
  });

  describe('with a command of a plugin', () => {
    it('runs it for the console, under each of its names', async () => {
      expect(await proxy.runCommand('probe say hello there')).toBe(true);
      expect(await proxy.runCommand('pr pick green')).toBe(true);
      await proxy.untilLogged(/INFO\]: hello there$/);
      await proxy.untilLogged(/INFO\]: picked green$/);
    });

    it('answers a player, by permission', async () => {
      const player = await proxy.join({ connected: true });
      await proxy.runCommand('probe pick red', player);
      await player.permit('probe.pick');
      await proxy.runCommand('probe pick red', player);
      expect(player.chat).toEqual([expect.stringContaining('Incorrect argument for command'), 'picked red']);
    });

    it('returns false for unknown and incomplete commands', async () => {
      expect(await proxy.runCommand('unknown')).toBe(false);
      expect(await proxy.runCommand('probe pick')).toBe(false);
    });

    // The fact is in tools/development-proxy/README.md.
    it('sends clients the subcommands by permission, and completes nothing after a word without permission (fact 18)', async () => {
      const player = await proxy.join({ connected: true });
      expect(await proxy.announcedCommands(player)).toEqual(['probe', 'probe say']);
      expect(await proxy.suggest('probe ', player)).toEqual(['pick', 'say']);
      expect(await proxy.suggest('probe pick g', player)).toEqual([]);
      await player.permit('probe.pick');
      expect(await proxy.announcedCommands(player)).toEqual(['probe', 'probe say', 'probe pick']);
      expect(await proxy.suggest('probe pick g', player)).toEqual(['green', 'grey']);
      expect(await proxy.suggest('unknown ')).toEqual([]);
    });
  });

  it('measures the durations of handlers and the latency of answers inside the JVM', async () => {
    const player = await proxy.join({ connected: true });
    await proxy.timings(true);
    const load = { players: [player], channel: ECHO, contents: ['hello'], perSecond: 500, seconds: 0.4 };
    const report = await proxy.load(load);
    expect(report.sent).toBeGreaterThan(0);
    expect(report).toMatchObject({ handled: report.sent, answered: report.sent, forwarded: 0 });
    expect(report.answerNanos.p99).toBeGreaterThanOrEqual(report.answerNanos.p50);
    const timings = await proxy.timings(false);
    // The probe has two handlers of the event.
    expect(timings[`probe ${ECHO}`]?.count).toBe(report.sent * 2);
    expect(player.received).toEqual([]);
  });

  it('reports a load only when each of its packets has been handled', async () => {
    const player = await proxy.join({ connected: true });
    const load = { players: [player], channel: ECHO, contents: ['hello'], perSecond: 200_000, seconds: 0.2 };
    const report = await proxy.load({ ...load, answersWithinMs: 0 });
    expect(report.sent).toBeGreaterThan(0);
    expect(report.handled).toBe(report.sent);
  });

  it('unloads plugins that were stopped, and starts them again', async () => {
    await proxy.stopPlugins();
    const before = await proxy.threads();
    for (let round = 0; round < 3; round += 1) {
      await proxy.startPlugins();
      const player = await proxy.join({ connected: true });
      expect(await player.send(ECHO, 'hello')).toBe('handled');
      await proxy.stopPlugins();
      expect(await player.closed).toBe('Proxy shutting down.');
    }
    // A thread may end shortly after the stop is reported.
    await eventually(
      async () => {
        expect(await proxy.threads()).toEqual(before);
        return true;
      },
      { what: 'threads to end' },
    );
  });
});

it('names the jar that is not a plugin', async () => {
  const noPlugin = 'tools/development-proxy/build/libraries/gson-2.10.1.jar';
  await expect(startStandIn({ jars: [noPlugin] })).rejects.toThrow(
    'gson-2.10.1.jar contains no velocity-plugin.json',
  );
});
