import { describe, expect, it } from '@jest/globals';
import { formatFor, sentOn } from '../../../shared/bridges/bridge.ts';
import type { Bridge, BridgeMessage } from '../../../shared/bridges/bridge.ts';
import { BRIDGES } from '../../../shared/bridges/bridges.ts';
import { GOLDEN_JOURNEYMAP } from './golden-journeymap.ts';
import { GOLDEN_LABYMOD } from './golden-labymod.ts';
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

const channelsOf = ({ handshake, registers = [''] }: Bridge): readonly string[] =>
  handshake?.channels ?? registers;

function formatOf({ bridge: name, protocol = 767, seenOn }: Golden): string {
  const bridge = bridgeNamed(name);
  const format = formatFor(bridge, protocol, seenOn ?? channelsOf(bridge)[0] ?? '');
  if (format === undefined) throw new Error(`${name} has no format for protocol ${protocol}`);
  return format;
}

function rendered(golden: Golden): Expected[] {
  const { bridge, blocked = [], unblocked = [] } = golden;
  return bridgeNamed(bridge).render({ blocked, unblocked }, formatOf(golden)).map(inHex);
}

const ALL = [...GOLDEN, ...GOLDEN_JOURNEYMAP, ...GOLDEN_LABYMOD];

describe('the messages of a bridge, byte by byte', () => {
  it.each(ALL)('$bridge, protocol $protocol, $seenOn: blocked $blocked, unblocked $unblocked', (golden) => {
    expect(rendered(golden)).toEqual(golden.messages);
  });

  it.each(ALL)('$bridge sends only on its channels: $blocked', (golden) => {
    const channels = rendered(golden).map(([channel]) => channel);
    expect([CHAT, ...sentOn(bridgeNamed(golden.bridge))]).toEqual(expect.arrayContaining(channels));
  });
});

it('nothing is sent to JourneyMap below Minecraft 1.14', () => {
  expect(formatFor(bridgeNamed('journeymap'), 404, 'journeymap:perm_req')).toBeUndefined();
});

it('nothing is sent to Marlow’s Crystal Optimizer on Minecraft 1.21.2 to 1.21.4, where it may crash', () => {
  const formatsOn = (channel: string) =>
    [767, 768, 769, 770].map((protocol) => formatFor(bridgeNamed('marlow'), protocol, channel));
  expect(formatsOn('marlowcrystal:opt_out')).toEqual(['any', undefined, undefined, 'any']);
  expect(formatsOn('marlowcrystal:version')).toEqual(['any', 'any', 'any', 'any']);
});

it('no bridge announces, watches or sends on hcscr:imhere, on which any message disconnects the client', () => {
  const channels = BRIDGES.flatMap((bridge) => [
    ...sentOn(bridge),
    ...channelsOf(bridge),
    ...(bridge.announces ?? []),
  ]);
  expect(channels.filter((channel) => channel.startsWith('hcscr:'))).toEqual([]);
});

describe('handshakes', () => {
  const read = (name: string, hex: string) => {
    const { handshake } = bridgeNamed(name);
    return handshake === undefined ? 'none' : handshake.read(Buffer.from(hex, 'hex'));
  };

  it.each([
    ['labymod', '0006342e322e3533'],
    ['feather', '0101'],
    ['marlow', '02000000'],
    ['labymod-3', '04494e464f027b7d'],
    ['better-sprinting', '000c'],
    ['5zig', '04'],
    ['world-downloader', '7b7d'],
  ])('%s is detected by %s', (name, hex) => {
    expect(read(name, hex)).toBe('detected');
  });

  it('Feather’s handshake is answered with the protocol’s version', () => {
    expect(read('feather', '0006')).toEqual({ channel: 'feather:client', body: [0, 6] });
  });

  it.each([
    ['marlow', '01010000'],
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
  ])('%s is not detected by %s', (name, hex) => {
    expect(read(name, hex)).toBeUndefined();
  });
});
