import { describe, expect, it } from '@jest/globals';
import { start } from './bridges-under-test.ts';

describe('bridges to a mod with a handshake', () => {
  it('send nothing to a client that has only registered the channel of its handshake', () => {
    const { time, global, bridges, client } = start(false, ['feather', 'labymod', '5zig']);
    global.add('saturation-display');
    bridges.registered('a', client, ['feather:client', 'labymod:neo', 'the5zigmod:5zig_set']);
    bridges.arrived('a', client);
    time.advance(1000);
    expect(client.take()).toEqual([]);
  });

  it.each([
    [768, 1, []],
    [768, 2, ['marlowcrystal:opt_out ']],
    [767, 1, ['marlowcrystal:opt_out ']],
  ] as const)('send to Marlow’s Crystal Optimizer on %d with version %d: %j', (protocol, major, sent) => {
    const { time, global, bridges, client } = start(false, ['marlow']);
    global.add('crystal-optimizer');
    client.protocol = protocol;
    bridges.registered('a', client, ['marlowcrystal:opt_out']);
    bridges.clientSent('a', client, 'marlowcrystal:version', [major, 1, 0, 0]);
    bridges.arrived('a', client);
    time.advance(1000);
    expect(client.take()).toEqual(sent);
  });

  it('do not answer a handshake that a server behind the proxy answers first', () => {
    const { time, global, bridges, client, serverSends } = start(false, ['feather']);
    global.add('zoom');
    bridges.clientSent('a', client, 'feather:client', [0, 6]);
    time.advance(50);
    serverSends('feather:client', [0, 6]);
    time.advance(1000);
    expect(client.take()).toEqual([]);
    bridges.clientSent('a', client, 'feather:client', [1, 1]);
    time.advance(250);
    expect(client.take()).toEqual(['feather:client 070001047a6f6f6d']);
  });

  it.each([
    ['feather:client', [7, 0, 0]],
    ['labymod:neo', [0, 6]],
  ] as const)('answer it after a server has sent %s %j', (channel, body) => {
    const { time, bridges, client, serverSends } = start(false, ['feather', 'labymod']);
    bridges.clientSent('a', client, 'feather:client', [0, 6]);
    serverSends(channel, body);
    time.advance(250);
    expect(client.take()).toEqual(['feather:client 0006']);
  });
});
