import { describe, expect, it } from '@jest/globals';
import type { ConflictRule } from '../../../plugin/src/bridges/bridge-settings.ts';
import { ALLOWED, MIDNIGHT_CONTROLS, DENIED, RecordingClient, start } from './bridges-under-test.ts';

describe('changed settings', () => {
  it('send the state of a newly enabled bridge to players who are online', () => {
    const { time, global, bridges, settings, client } = start('off', []);
    global.add('fast-block-placing');
    bridges.registered('a', client, [MIDNIGHT_CONTROLS]);
    bridges.arrived('a', client);
    time.advance(1000);
    expect(client.take()).toEqual([]);
    bridges.apply(settings(['midnight-controls']));
    time.advance(250);
    expect(client.take()).toEqual([DENIED]);
  });

  it('show how many players have the mods of bridges that are not enabled', () => {
    const { bridges, settings, client } = start('off', []);
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

  it('unblock what a bridge has blocked that is no longer enabled', () => {
    const { time, global, bridges, settings, client } = start('off', ['midnight-controls']);
    global.add('fast-block-placing');
    bridges.registered('a', client, [MIDNIGHT_CONTROLS]);
    time.advance(250);
    client.take();
    bridges.apply(settings([]));
    time.advance(250);
    expect(client.take()).toEqual([ALLOWED]);
    bridges.arrived('a', client);
    time.advance(250);
    expect(client.take()).toEqual([]);
  });
});

describe('a bridge that is disabled during the configuration phase of a client', () => {
  function disabled() {
    const parts = start('off', ['midnight-controls']);
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
  function served(conflict: ConflictRule) {
    const parts = start(conflict);
    parts.global.add('fast-block-placing');
    parts.bridges.registered('a', parts.client, [MIDNIGHT_CONTROLS]);
    parts.time.advance(250);
    parts.client.take();
    return parts;
  }

  it('makes us repeat the state, at most five times until the player joins another server', () => {
    const { time, bridges, client, serverSends } = served('ours-last');
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

  it('decides if the settings say so, until the player joins another server', () => {
    const { time, global, bridges, client, edit, serverSends } = served('backend');
    serverSends(MIDNIGHT_CONTROLS);
    edit(() => global.delete('fast-block-placing'));
    expect(client.take()).toEqual([]);
    client.currentServer = {};
    bridges.arrived('a', client);
    time.advance(250);
    expect(client.take()).toEqual([ALLOWED]);
  });

  it('decides also if it has sent before the mod is detected, until the player joins another server', () => {
    const { time, global, bridges, client, serverSends } = start('backend');
    global.add('fast-block-placing');
    serverSends(MIDNIGHT_CONTROLS);
    bridges.arrived('a', client);
    bridges.registered('a', client, [MIDNIGHT_CONTROLS]);
    time.advance(250);
    expect(client.take()).toEqual([]);
    client.currentServer = {};
    bridges.arrived('a', client);
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

    function lunar(conflict: ConflictRule) {
      const parts = start(conflict, ['lunar']);
      parts.global.add('zoom');
      parts.bridges.registered('a', parts.client, ['lunar:apollo']);
      parts.time.advance(250);
      expect(parts.client.take()).toHaveLength(1);
      return parts;
    }

    it('decides or makes us repeat the state, according to the settings', () => {
      const [left, repeated] = [lunar('backend'), lunar('ours-last')];
      for (const { time, client, serverSends } of [left, repeated]) {
        serverSends('lunar:apollo', SETTINGS);
        time.advance(250);
        expect(client.take()).toHaveLength(client === left.client ? 0 : 1);
      }
      left.edit(() => left.global.add('minimap'));
      expect(left.client.take()).toEqual([]);
    });

    it('changes nothing with a message of another Apollo module', () => {
      const [left, repeated] = [lunar('backend'), lunar('ours-last')];
      for (const { serverSends } of [left, repeated])
        serverSends('lunar:apollo', any('waypoint.v1.DisplayWaypointMessage'));
      repeated.time.advance(250);
      expect(repeated.client.take()).toEqual([]);
      left.edit(() => left.global.add('minimap'));
      expect(left.client.take()).toHaveLength(1);
    });
  });
});
