import { describe, expect, it } from '@jest/globals';
import type { Bridge, BridgeMessage } from '../../../shared/bridges/bridge.ts';
import { BRIDGES } from '../../../shared/bridges/bridges.ts';
import { CHAT, GOLDEN } from './golden-messages.ts';
import type { Expected, Golden } from './golden-messages.ts';

function bridgeNamed(name: string): Bridge {
  const bridge = BRIDGES.find((candidate) => candidate.name === name);
  if (bridge === undefined) throw new Error(`there is no bridge ${name}`);
  return bridge;
}

function inHex(message: BridgeMessage): Expected {
  return 'chat' in message
    ? [CHAT, message.chat]
    : [message.channel, Buffer.from(message.body).toString('hex')];
}

function rendered({
  bridge: name,
  blocked = [],
  unblocked = [],
  protocol = 767,
  seenOn,
}: Golden): Expected[] {
  const bridge = bridgeNamed(name);
  const channels = bridge.detection.by === 'nothing' ? [] : bridge.detection.channels;
  const framing = bridge.framingOf(protocol, seenOn ?? channels[0] ?? '');
  if (framing === undefined) throw new Error(`${name} has no form for protocol ${protocol}`);
  return bridge.render({ blocked, unblocked }, framing).map(inHex);
}

describe('the messages of a bridge, byte by byte', () => {
  it.each(GOLDEN)('$bridge: blocked $blocked, no longer $unblocked', (golden) => {
    expect(rendered(golden)).toEqual(golden.messages);
  });

  it.each(GOLDEN)('$bridge sends only on its channels: $blocked', (golden) => {
    const channels = rendered(golden).map(([channel]) => channel);
    const { sendsOn } = bridgeNamed(golden.bridge);
    expect([CHAT, ...sendsOn]).toEqual(expect.arrayContaining(channels));
  });

  it.each(BRIDGES.filter(({ name }) => name !== 'journeymap').map(({ name }) => name))(
    '%s is among them, blocking and not',
    (name) => {
      const ofBridge = GOLDEN.filter(({ bridge }) => bridge === name);
      expect(ofBridge.some(({ blocked }) => blocked !== undefined)).toBe(true);
    },
  );
});

describe('JourneyMap', () => {
  const JSON_LENGTH = /^\{"journeymapEnabled":"true".*\}$/;

  /** What surrounds the text in each form, and the text. */
  function parts(
    protocol: number,
    before: number,
  ): { channel: string; head: string; json: string; tail: string } {
    const bridge = bridgeNamed('journeymap');
    const [message] = bridge.render(
      { blocked: ['caveMapping', 'mobRadarEnabled'], unblocked: [] },
      bridge.framingOf(protocol, 'journeymap:perm_req') ?? '',
    );
    if (message === undefined || !('channel' in message)) throw new Error('no message');
    const body = Buffer.from(message.body);
    const text = body.subarray(before + 2, body.length - 1).toString('utf8');
    // Longer than 127 bytes: two bytes of VarInt.
    expect(body.readUInt8(before) & 0x7f).toBe(text.length & 0x7f);
    expect(body.readUInt8(before + 1)).toBe(text.length >> 7);
    return {
      channel: message.channel,
      head: body.subarray(0, before).toString('hex'),
      json: text,
      tail: body.subarray(-1).toString('hex'),
    };
  }

  it.each([
    ['1.21', 767, 'journeymap:perm_req', '2a00'],
    ['1.20.6', 766, 'journeymap:perm_req', '002a00'],
    ['1.18', 757, 'journeymap:perm_req', '002a00'],
    ['1.17.1', 756, 'journeymap:common', '0200'],
    ['1.14', 477, 'journeymap:common', '0200'],
  ])('is sent the form that Minecraft %s reads', (_, protocol, channel, head) => {
    const sent = parts(protocol, head.length / 2);
    expect(sent).toMatchObject({ channel, head, tail: '01' });
    expect(sent.json).toMatch(JSON_LENGTH);
    expect(JSON.parse(sent.json)).toMatchObject({
      caveMapping: 'NONE',
      mobRadarEnabled: 'false',
      surfaceMapping: 'ALL',
      animalRadarEnabled: 'true',
      useWorldId: 'false',
    });
    expect(Object.values(JSON.parse(sent.json) as object).every((value) => typeof value === 'string')).toBe(
      true,
    );
  });

  it('is sent nothing below Minecraft 1.14', () => {
    expect(bridgeNamed('journeymap').framingOf(404, 'journeymap:perm_req')).toBeUndefined();
  });
});

describe('greetings', () => {
  const read = (name: string, hex: string, channel = '') => {
    const { detection } = bridgeNamed(name);
    return detection.by === 'greeting' ? detection.read(Buffer.from(hex, 'hex'), channel) : 'none';
  };

  it.each([
    ['labymod', '0006342e322e3533'],
    ['feather', '0101'],
    ['labymod-3', '04494e464f027b7d'],
    ['better-sprinting', '000c'],
    ['5zig', '04'],
    ['world-downloader', '7b7d'],
  ])('%s greets with %s', (name, hex) => {
    expect(read(name, hex)).toBe('greeted');
  });

  it('Feather’s handshake is answered with the protocol’s version', () => {
    expect(read('feather', '0006')).toEqual({ channel: 'feather:client', body: [0, 6] });
  });

  it.each([
    ['labymod', ''],
    ['labymod', '22'],
    ['labymod', 'ffffffffffff'],
    ['feather', ''],
    ['feather', '05'],
    ['labymod-3', ''],
    ['labymod-3', 'ff'],
    ['labymod-3', '04494e46'],
    ['labymod-3', '044d4f4453'],
    ['better-sprinting', '01'],
    ['5zig', ''],
  ])('%s does not greet with %s', (name, hex) => {
    expect(read(name, hex)).toBeUndefined();
  });
});
