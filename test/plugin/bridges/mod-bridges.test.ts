import { describe, expect, it } from '@jest/globals';
import { ALLOWED, MIDNIGHT_CONTROLS, DENIED, RecordingClient, start } from './bridges-under-test.ts';

describe('the bridges to mods', () => {
  it('send the state once for a registration and an arrival in quick succession', () => {
    const { time, global, bridges, client } = start();
    global.add('fast-block-placing');
    bridges.registered('a', client, [MIDNIGHT_CONTROLS]);
    time.advance(100);
    bridges.arrived('a', client);
    time.advance(1000);
    expect(client.take()).toEqual([DENIED]);
  });

  it('send it, or repeat it, within about a second of the end of a configuration phase without an arrival', () => {
    const { time, global, bridges, client, edit } = start();
    bridges.registered('a', client, [MIDNIGHT_CONTROLS]);
    time.advance(250);
    client.isPlaying = false;
    edit(() => global.add('fast-block-placing'));
    time.advance(600_000);
    expect(client.take()).toEqual([]);
    client.isPlaying = true;
    time.advance(1000);
    expect(client.take()).toEqual([DENIED]);
    client.leavesGameDuringSend = true;
    edit(() => global.delete('fast-block-placing'));
    expect(client.isPlaying).toBe(false);
    client.isPlaying = true;
    time.advance(1000);
    expect(client.take()).toEqual([ALLOWED]);
    expect(time.pendingTimers).toBe(0);
  });

  it('send one message for an edit, and none for one that changes nothing for that mod', () => {
    const { time, global, bridges, client, edit } = start();
    bridges.registered('a', client, [MIDNIGHT_CONTROLS]);
    time.advance(250);
    edit(() => global.add('fast-block-placing'));
    expect(client.take()).toEqual([DENIED]);
    edit(() => global.add('zoom'));
    edit(() => global.add('something else'));
    expect(client.take()).toEqual([]);
  });

  it('apply the list of the client that is named like the bridge, with the mod’s own names', () => {
    const { time, own, bridges, client, edit } = start();
    bridges.registered('a', client, ['lunar:apollo']);
    time.advance(250);
    edit(() => own.set('lunar', ['waila', '<b>', 'minimap']));
    const [message] = client.sent;
    const text = Buffer.from(message !== undefined && 'body' in message ? message.body : []).toString('utf8');
    expect(text).toContain('"properties":{"minimap.enabled":false,"waila.enabled":false}');
    edit(() => own.set('voxelmap', ['minimap']));
    expect(client.sent).toHaveLength(1);
  });

  it('send a mod that a server may answer the state after one to two seconds, and edits at once', () => {
    const { time, global, bridges, client, edit } = start(false, ['journeymap', 'midnight-controls']);
    global.add('minimap.cave-mode').add('fast-block-placing');
    bridges.registered('a', client, ['journeymap:perm_req', MIDNIGHT_CONTROLS]);
    time.advance(100);
    bridges.arrived('a', client);
    time.advance(900);
    expect(client.take()).toEqual([DENIED]);
    time.advance(1000);
    expect(client.take()).toEqual([expect.stringMatching(/^journeymap:perm_req 2a00/)]);
    edit(() => global.delete('minimap.cave-mode'));
    expect(client.take()).toEqual([expect.stringMatching(/^journeymap:perm_req 2a00/)]);
    bridges.arrived('a', client);
    edit(() => global.add('minimap.radar'));
    expect(client.take()).toEqual([DENIED]);
    time.advance(2000);
    expect(client.take()).toEqual([expect.stringMatching(/^journeymap:perm_req 2a00/)]);
    bridges.arrived('a', client);
    bridges.left('a', client);
    time.advance(2000);
    expect(client.take()).toEqual([]);
    expect(time.pendingTimers).toBe(0);
  });

  it('keep a player who reconnects before the end of the first connection is reported', () => {
    const { time, global, bridges, client } = start();
    global.add('fast-block-placing');
    const next = new RecordingClient();
    bridges.registered('a', client, [MIDNIGHT_CONTROLS]);
    bridges.registered('a', next, [MIDNIGHT_CONTROLS]);
    bridges.left('a', client);
    time.advance(250);
    expect(client.take()).toEqual([]);
    expect(next.take()).toEqual([DENIED]);
    bridges.left('a', next);
    expect(bridges.summary().every(({ players }) => players === 0)).toBe(true);
  });

  it('forget a player who leaves, even before the message is sent', () => {
    const { time, global, bridges, client, edit } = start();
    bridges.registered('a', client, [MIDNIGHT_CONTROLS]);
    bridges.left('a', client);
    time.advance(1000);
    edit(() => global.add('fast-block-placing'));
    expect(client.take()).toEqual([]);
    expect(bridges.summary().every(({ players }) => players === 0)).toBe(true);
    expect(time.pendingTimers).toBe(0);
  });
});
