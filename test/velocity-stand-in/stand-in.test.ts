import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { standInBuild, startStandIn, type StandIn } from './stand-in.ts';

const ECHO = 'probe:echo';

describe.each(['2024', '2026'] as const)('the stand-in, behaving as Velocity of %s', (behaviour) => {
  let proxy: StandIn;

  beforeAll(async () => {
    const { probeJar } = await standInBuild();
    proxy = await startStandIn({ jars: [probeJar], behaviour });
  });

  afterAll(async () => {
    await proxy.stop();
  });

  it('loads a plugin through its description and initializes it before anybody joins', () => {
    const started = proxy.log.filter((line) => line.endsWith('[probe]: started'));
    expect(started).toHaveLength(1);
    expect(started[0]).toMatch(/^\[\d\d:\d\d:\d\d INFO\] \[probe\]: started$/);
  });

  it('refuses registrations from a constructor (fact 15)', () => {
    expect(proxy.log.join('\n')).toContain(
      'in the constructor: standin.probe.Probe does not have a container.',
    );
  });

  it('fires an event for a registered channel only, and forwards the rest untouched (fact 1)', async () => {
    const player = await proxy.join({ connected: true });
    const before = proxy.log.length;
    expect(await player.send('other:channel', 'as it is')).toBe('forwarded');
    expect(proxy.log).toHaveLength(before);
    expect(proxy.forwardedToBackend.at(-1)).toEqual({
      player: player.uuid,
      server: 'lobby',
      channel: 'other:channel',
      bytes: Buffer.from('as it is'),
    });
  });

  it('hands the answer of a plugin to the client', async () => {
    const player = await proxy.join({ connected: true });
    expect(await player.send(ECHO, 'hello')).toBe('handled');
    expect(await player.next()).toEqual({ channel: ECHO, bytes: Buffer.from('hello') });
  });
});
