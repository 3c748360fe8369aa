import { describe, expect, it } from '@jest/globals';
import { ALLOWED, MIDNIGHT_CONTROLS, DENIED, RecordingClient, start } from './bridges-under-test.ts';

describe('changed settings', () => {
  it('show how many players have the mods of bridges that are not enabled', () => {
    const { bridges, settings, client } = start(false, []);
    bridges.registered('a', client, [MIDNIGHT_CONTROLS, 'xaerominimap:main', 'another:channel']);
    bridges.registered('b', new RecordingClient(), [MIDNIGHT_CONTROLS]);
    const disabled = () =>
      bridges.disabledSummary().map(({ bridge, players }) => `${bridge.name} ${players}`);
    expect(disabled()).toEqual(['xaero 1', 'midnight-controls 2']);
    bridges.apply(settings(['midnight-controls']));
    expect(disabled()).toEqual(['xaero 1']);
    bridges.left('a', client);
    expect(disabled()).toEqual([]);
  });
});

describe('a bridge that is disabled during the configuration phase of a client', () => {
  function disabled() {
    const parts = start(false, ['midnight-controls']);
    const { time, global, bridges, settings, client } = parts;
    global.add('fast-block-placing');
    bridges.registered('a', client, [MIDNIGHT_CONTROLS]);
    time.advance(250);
    expect(client.take()).toEqual([DENIED]);
    client.isPlaying = false;
    bridges.apply(settings([]));
    time.advance(5000);
    expect(client.take()).toEqual([]);
    return parts;
  }

  it('unblocks when the client is in the game again, once', () => {
    const { time, bridges, client } = disabled();
    client.isPlaying = true;
    time.advance(1000);
    expect(client.take()).toEqual([ALLOWED]);
    bridges.arrived('a', client);
    time.advance(5000);
    expect(client.take()).toEqual([]);
    expect(time.pendingTimers).toBe(0);
  });
});

describe('a server behind the proxy that sends to the same mod', () => {
  it('makes us repeat the state, at most five times until the player joins another server', () => {
    const { time, global, bridges, client, serverSends } = start(true);
    global.add('fast-block-placing');
    bridges.registered('a', client, [MIDNIGHT_CONTROLS]);
    time.advance(250);
    client.take();
    for (let times = 0; times < 20; times += 1) {
      serverSends(MIDNIGHT_CONTROLS);
      time.advance(250);
    }
    expect(client.take()).toEqual(Array.from({ length: 5 }, () => DENIED));
    bridges.arrived('a', client);
    time.advance(250);
    client.take();
    serverSends(MIDNIGHT_CONTROLS);
    time.advance(250);
    expect(client.take()).toEqual([DENIED]);
  });

  describe('in Lunar Client, as Apollo does on its own channel', () => {
    /** The beginning of a Protobuf `Any` of that type, of which the proxy reads 64 bytes. */
    const any = (type: string): readonly number[] => {
      const url = Buffer.from(`type.googleapis.com/lunarclient.apollo.${type}`);
      return [...Buffer.concat([Buffer.from([0x0a, url.length]), url]).subarray(0, 64)];
    };
    const SETTINGS = any('configurable.v1.OverrideConfigurableSettingsMessage');

    it.each([
      ['makes us repeat the state', SETTINGS, 1],
      [
        'changes nothing with a message of another Apollo module',
        any('waypoint.v1.DisplayWaypointMessage'),
        0,
      ],
    ])('%s', (_, body, repetitions) => {
      const { time, global, bridges, client, serverSends } = start(true, ['lunar']);
      global.add('zoom');
      bridges.registered('a', client, ['lunar:apollo']);
      time.advance(250);
      expect(client.take()).toHaveLength(1);
      serverSends('lunar:apollo', body);
      time.advance(250);
      expect(client.take()).toHaveLength(repetitions);
    });
  });
});
