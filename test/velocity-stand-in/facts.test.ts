import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buildPluginJar, startStandIn, type StandIn } from './stand-in.ts';
import type { StandInPlayer } from './stand-in-player.ts';

const ECHO = 'probe:echo';
const OBSERVED = 'probe:observed';
const MODERN_NAMES = ['legacy:oldprobe', 'probe:echo', 'probe:observed'];
const PROTOCOL_1_8 = 47;
const PROTOCOL_1_20_1 = 763;

/** Facts have the numbers of tools/development-proxy/README.md. */
describe.each(['2024', '2026'] as const)('the stand-in with the behaviour of Velocity in %s', (behaviour) => {
  const is2026 = behaviour === '2026';
  let proxy: StandIn;

  /**
   * Sends a message, and returns the probe's view of it: the source, the player's server, and the protocol
   * state.
   */
  async function seen(player: StandInPlayer, method: 'send' | 'backendSends' = 'send'): Promise<string[]> {
    expect(await player[method](ECHO, 'what do you see?')).toBe('handled');
    const { channel, bytes } = await player.next();
    expect(channel).toBe(ECHO);
    return bytes.toString('utf8').split(' ');
  }

  function forwardedOf(player: StandInPlayer, channel: string): Buffer[] {
    const isMatch = (message: { player: string; channel: string }) =>
      message.player === player.uuid && message.channel === channel;
    return proxy.forwardedToBackend.filter(isMatch).map(({ bytes }) => bytes);
  }

  beforeAll(async () => {
    const probeJar = await buildPluginJar('test/velocity-stand-in/probe');
    proxy = await startStandIn({ jars: [probeJar], behaviour });
  });

  afterAll(async () => {
    await proxy.stop();
  });

  it('forwards messages on unregistered channels unchanged, without an event (fact 1)', async () => {
    const player = await proxy.join({ connected: true });
    expect(await player.send('other:channel', 'as it is')).toBe('forwarded');
    expect(forwardedOf(player, 'other:channel')).toEqual([Buffer.from('as it is')]);
    expect(await player.backendSends('other:channel', 'as it is')).toBe('forwarded');
    expect((await player.next()).channel).toBe('other:channel');
  });

  it('announces the registered channels to clients, at the end of each configuration phase (facts 2 and 14)', async () => {
    const player = await proxy.join();
    expect(player.announcements).toEqual([]);
    await player.connectToBackend();
    expect(player.announcements).toEqual([MODERN_NAMES]);
    await player.switchServer('games');
    expect(player.announcements).toEqual([MODERN_NAMES, MODERN_NAMES]);
  });

  it('forwards a message that no handler has handled, unchanged even if a handler modifies its copy (facts 3 and 12)', async () => {
    const player = await proxy.join({ connected: true });
    expect(await player.send(OBSERVED, 'as it is')).toBe('forwarded');
    expect(forwardedOf(player, OBSERVED)).toEqual([Buffer.from('as it is')]);
  });

  it('sets the player as the source of a client message, and the server as the source of a backend message (fact 4)', async () => {
    const player = await proxy.join({ connected: true });
    expect(await seen(player)).toEqual(expect.arrayContaining(['from-player', 'lobby', 'PLAY']));
    expect(await seen(player, 'backendSends')).toEqual(expect.arrayContaining(['from-server', 'lobby']));
  });

  it(`sets the ${is2026 ? 'player' : 'server'} as the source of a client message before the first join (fact 5)`, async () => {
    const player = await proxy.join({ protocol: PROTOCOL_1_20_1 });
    const source = is2026 ? 'from-player' : 'from-server';
    expect(await seen(player)).toEqual(expect.arrayContaining([source, 'no-server', 'PLAY']));
  });

  it(`fires ${is2026 ? 'an' : 'no'} event in the configuration phase (fact 6)`, async () => {
    const player = await proxy.join();
    if (is2026) {
      expect(await seen(player)).toEqual(
        expect.arrayContaining(['from-player', 'no-server', 'CONFIGURATION']),
      );
    } else {
      expect(await player.send(ECHO, 'what do you see?')).toBe('forwarded');
      expect(forwardedOf(player, ECHO)).toHaveLength(1);
    }
  });

  if (is2026) {
    it('reads no further packets of a client in the configuration phase until the event ends (fact 6)', async () => {
      const player = await proxy.join();
      const other = await proxy.join({ connected: true });
      const delayed = player.send(OBSERVED, 'hold');
      const joined = player.connectToBackend().then(() => 'joined');
      await seen(other);
      expect(player.announcements).toEqual([]);
      await other.send(ECHO, 'release');
      expect(await delayed).toBe('forwarded');
      expect(await joined).toBe('joined');
    });
  }

  it('discards messages while the backend is not in PLAY (fact 7)', async () => {
    const player = await proxy.join({ connected: true });
    await player.setBackendState('CONFIGURATION');
    expect(await player.send(ECHO, 'what do you see?')).toBe('discarded');
    await player.setBackendState('PLAY');
    expect(await seen(player)).toContain('from-player');
  });

  it('loses a client before 1.13 that receives a channel name of over 20 characters, without a notification (facts 11 and 12)', async () => {
    const recent = await proxy.join({ connected: true });
    await recent.send(ECHO, 'long channel');
    expect((await recent.next()).channel).toBe('probe:a-name-that-is-long');
    const old = await proxy.join({ protocol: PROTOCOL_1_8, connected: true });
    await old.send(ECHO, 'long channel');
    expect(await old.closed).toContain('cannot read the channel name');
    expect(proxy.log.join('\n')).not.toContain('sent: false');
  });

  it(`${is2026 ? 'disconnects a client that sends' : 'forwards messages of'} more than 32767 bytes (fact 13)`, async () => {
    const player = await proxy.join({ connected: true });
    expect(await player.send(OBSERVED, Buffer.alloc(32_767))).toBe('forwarded');
    expect(await player.send(OBSERVED, Buffer.alloc(32_768))).toBe(is2026 ? 'discarded' : 'forwarded');
    if (is2026) expect(await player.closed).toContain('32768 bytes');
  });

  it('notifies plugins that a player is on a server, in PLAY, and when the player has left (fact 14)', async () => {
    const player = await proxy.join({ name: `fact14_${behaviour}`, connected: true });
    await proxy.untilLogged(new RegExp(`${player.name} is on lobby in PLAY`));
    await player.switchServer('games');
    await proxy.untilLogged(new RegExp(`${player.name} is on games in PLAY`));
    await player.disconnect();
    await proxy.untilLogged(new RegExp(`${player.name} left$`));
  });

  it('keeps the server of a player whom that server sends back into the configuration phase (fact 21)', async () => {
    const player = await proxy.join({ name: `fact21_${behaviour}`, connected: true });
    await proxy.untilLogged(new RegExp(`${player.name} is on lobby in PLAY`));
    await player.startReconfiguration();
    await proxy.untilLogged(new RegExp(`${player.name} enters the configuration phase on lobby in PLAY`));
    await player.acknowledgeConfiguration();
    await player.finishConfiguration();
    await proxy.untilLogged(new RegExp(`${player.name} has finished the configuration phase on lobby`));
    expect(await seen(player)).toEqual(expect.arrayContaining(['lobby', 'PLAY']));
    expect(player.announcements).toEqual([MODERN_NAMES, MODERN_NAMES]);
    expect(proxy.log.filter((line) => line.includes(`${player.name} is on`))).toHaveLength(1);
  });

  it('drops messages that a client sends between the announcement and JoinGame, since 1.20.2 (fact 19)', async () => {
    const player = await proxy.join();
    await player.finishConfiguration();
    expect(player.announcements).toEqual([MODERN_NAMES]);
    expect(await player.send(ECHO, 'what do you see?')).toBe('discarded');
    await player.connectToBackend();
    expect(player.announcements).toEqual([MODERN_NAMES]);
    expect(await seen(player)).toEqual(expect.arrayContaining(['from-player', 'lobby', 'PLAY']));
  });
});
