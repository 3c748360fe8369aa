import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { eventually } from '../support/eventually.ts';
import { testRedisUrl, uniquePrefix } from '../support/redis/redis.ts';
import type { StandInPlayer } from '../velocity-stand-in/stand-in-player.ts';
import type { StandIn } from '../velocity-stand-in/stand-in.ts';
import { applySettings } from './admin.ts';
import { CHANNEL, check } from './ask.ts';
import { ALLOWED, MIDNIGHT_CONTROLS, DENIED, received, untilChat, untilReceived } from './bridge-messages.ts';
import { untilAnswered } from './read-edits.ts';
import { redisSettings, sharedProxy } from './shared-proxy.ts';
import { PATIENCE, START_TIMEOUT_MS } from './start-proxy.ts';

const PROTOCOL_1_21 = 767;
/** From Minecraft 1.8 to 1.21. */
const PROTOCOLS = [47, 340, 393, 477, 754, 757, 763, 764, 766, PROTOCOL_1_21];
const RESET = '§r§e§s§e§t§x§a§e§r§o';
const FAIR_PLAY = '§f§a§i§r§x§a§e§r§o';
const LUNAR = { registers: 'lunar:apollo', reads: 'apollo:json' };

const keyPrefix = uniquePrefix();
const globalList = `${keyPrefix}blocklist:global`;
let redis: Redis;
let proxy: StandIn;

function settings(enabled: readonly string[], besideVendor: readonly string[] = []): string {
  return [
    redisSettings(keyPrefix),
    '[bridges]',
    `enabled = ${JSON.stringify(enabled)}`,
    'conflict = "ours-last"',
    `beside-vendor-plugin = ${JSON.stringify(besideVendor)}`,
  ].join('\n');
}

beforeAll(async () => {
  redis = new Redis(testRedisUrl());
  proxy = await sharedProxy(redisSettings(keyPrefix));
}, START_TIMEOUT_MS);

afterAll(async () => {
  await redis.del(globalList);
  redis.disconnect();
});

async function joinWith(channels: readonly string[], protocol = PROTOCOL_1_21): Promise<StandInPlayer> {
  const player = await proxy.join({ connected: true, protocol });
  const register = protocol < 393 ? 'REGISTER' : 'minecraft:register';
  if (channels.length > 0) await player.send(register, channels.join('\0'));
  return player;
}

/** Runs first, as the channel of a bridge stays announced once the bridge was enabled. */
describe('without an enabled bridge', () => {
  it('no channel of a bridge is announced, and no message of a bridge is sent [G64]', async () => {
    await redis.sadd(globalList, 'minimap', 'fast-block-placing');
    const player = await joinWith([MIDNIGHT_CONTROLS, 'xaerominimap:main', LUNAR.registers]);
    await player.send('feather:client', Buffer.from('0006', 'hex'));
    await player.switchServer('other');
    expect(await check(player, 'my-mod', ['minimap'])).toMatchObject({ ok: true });
    expect(player.announcements.flat().filter((name) => /feather|lunar|labymod/.test(name))).toEqual([]);
    expect(player.received.map(({ channel }) => channel)).toEqual([CHANNEL]);
    expect(player.chat).toEqual([]);
    // The channels of players are remembered, so that enabling the first bridge reaches players who are
    // online.
    await applySettings(proxy, settings(['midnight-controls']));
    await untilReceived(player, MIDNIGHT_CONTROLS, [DENIED]);
    await redis.del(globalList);
    await untilReceived(player, MIDNIGHT_CONTROLS, [DENIED, ALLOWED]);
  });
});

describe('the bridges in the built jar', () => {
  beforeAll(async () => {
    await applySettings(proxy, settings(['xaero', 'midnight-controls', 'feather', 'lunar']));
  });

  it('send blocks and unblocks, and the whole state again after a switch of servers [G64]', async () => {
    const player = await joinWith([MIDNIGHT_CONTROLS]);
    const without = await joinWith(['another:channel']);
    await redis.sadd(globalList, 'fast-block-placing', 'minimap.cave-mode', 'minimap.radar');
    await untilReceived(player, MIDNIGHT_CONTROLS, [DENIED]);
    await player.switchServer('other');
    await untilReceived(player, MIDNIGHT_CONTROLS, [DENIED, DENIED]);
    await redis.srem(globalList, 'fast-block-placing');
    await untilReceived(player, MIDNIGHT_CONTROLS, [DENIED, DENIED, ALLOWED]);
    expect(without.received).toEqual([]);
    expect(without.chat).toEqual([]);
  });

  it('send the state after a configuration phase without a switch, with the edits of the meantime', async () => {
    const [absent, other] = [await joinWith([MIDNIGHT_CONTROLS]), await joinWith([MIDNIGHT_CONTROLS])];
    await absent.startReconfiguration();
    await redis.sadd(globalList, 'fast-block-placing');
    await untilReceived(other, MIDNIGHT_CONTROLS, [DENIED]);
    await absent.acknowledgeConfiguration();
    expect(received(absent, MIDNIGHT_CONTROLS)).toEqual([]);
    await absent.finishConfiguration();
    await untilReceived(absent, MIDNIGHT_CONTROLS, [DENIED]);
  });

  it.each(PROTOCOLS)('reach a client of protocol %i that registers late', async (protocol) => {
    await redis.sadd(globalList, 'minimap.cave-mode', 'minimap.radar', 'fast-block-placing');
    const player = await joinWith([], protocol);
    const channels = ['xaerominimap:main', MIDNIGHT_CONTROLS];
    await player.send(protocol < 393 ? 'REGISTER' : 'minecraft:register', channels.join('\0'));
    await untilChat(player, [RESET, FAIR_PLAY]);
    // Before 1.13, such a long name disconnects the client.
    await untilReceived(player, MIDNIGHT_CONTROLS, protocol < 393 ? [] : [DENIED]);
    expect(await player.send('another:channel', '')).toBe('forwarded');
  });

  it('repeat their state after a message of a server behind the proxy', async () => {
    await redis.sadd(globalList, 'fast-block-placing');
    const player = await joinWith([MIDNIGHT_CONTROLS]);
    await untilReceived(player, MIDNIGHT_CONTROLS, [DENIED]);
    expect(await player.backendSends(MIDNIGHT_CONTROLS, Buffer.from(ALLOWED, 'hex'))).toBe('forwarded');
    await untilReceived(player, MIDNIGHT_CONTROLS, [DENIED, ALLOWED, DENIED]);
  });

  it('answer a handshake, which is also forwarded to the server', async () => {
    await redis.sadd(globalList, 'zoom');
    await untilAnswered(proxy, ['zoom'], ['zoom']);
    const player = await joinWith([]);
    expect(await player.send('feather:client', Buffer.from('0006', 'hex'))).toBe('forwarded');
    await untilReceived(player, 'feather:client', ['0006']);
    await player.send('feather:client', Buffer.from('0101', 'hex'));
    await untilReceived(player, 'feather:client', ['0006', '070001047a6f6f6d']);
  });

  it('answer a handshake before the first server, which the proxy reports as sent by that server', async () => {
    const player = await proxy.join({ protocol: 763 });
    await player.send('feather:client', Buffer.from('0006', 'hex'));
    await player.connectToBackend();
    await untilReceived(player, 'feather:client', ['0006']);
  });

  it('stay off if the mod’s vendor has a plugin here, unless the settings say otherwise', async () => {
    const warnings = () => proxy.log.filter((line) => line.includes('The bridge lunar stays off'));
    expect(warnings()).toEqual([expect.stringContaining('as the plugin apollo on this proxy speaks to')]);
    await redis.sadd(globalList, 'zoom', 'fast-block-placing');
    const player = await joinWith([LUNAR.registers, MIDNIGHT_CONTROLS]);
    await untilReceived(player, MIDNIGHT_CONTROLS, [DENIED]);
    expect(received(player, LUNAR.reads)).toEqual([]);
    expect(player.announcements.flat()).not.toContain(LUNAR.registers);
    await applySettings(proxy, settings(['xaero', 'midnight-controls', 'feather', 'lunar'], ['lunar']));
    await eventually(() => received(player, LUNAR.reads).length === 1, { ...PATIENCE, what: 'its message' });
    expect(warnings()).toHaveLength(1);
  }, 90_000);

  it('are notified of a limited number of messages of each player, and others are answered', async () => {
    await redis.sadd(globalList, 'zoom');
    await untilAnswered(proxy, ['zoom'], ['zoom']);
    const [handshake, hello] = [Buffer.from('0006', 'hex'), Buffer.from('0101', 'hex')];
    const isLimited = async (): Promise<boolean> => {
      const [player, other] = [await joinWith([]), await joinWith([])];
      const messages = [...Array<Buffer>(500).fill(handshake), hello];
      const sent = Promise.all(messages.map((message) => player.send('feather:client', message)));
      expect(await check(other, 'my-mod', ['fly'])).toMatchObject({ ok: true });
      await sent;
      const replies = () => received(player, 'feather:client');
      await eventually(() => replies().length > 0, PATIENCE);
      // The answer to a later handshake is sent after the reply to the last message of the flood would be.
      await player.send('feather:client', handshake);
      await eventually(() => replies().length > 1, PATIENCE);
      // A slow machine may send the last message when the limit admits one more.
      return replies().every((message) => message === '0006');
    };
    await eventually(isLimited, { ...PATIENCE, what: 'a flood whose last message is over the limit' });
  }, 90_000);

  it('are shown to an operator', async () => {
    const admin = await proxy.join({ connected: true });
    await admin.permit('featurecontrol.command.bridges');
    await proxy.runCommand('featurecontrol bridges', admin);
    const text = await eventually(() => admin.chat.join('\n') || undefined, PATIENCE);
    expect(text).toMatch(
      /^xaero \(Xaero’s Minimap and World Map\): \d+ players?, \d+ messages?\. Blocked: fair-play\.$/m,
    );
    expect(text).toContain('midnight-controls cannot block ');
    await admin.permit('featurecontrol.command.block');
    expect(await proxy.suggest('featurecontrol block minimap.c', admin)).toEqual(['minimap.cave-mode']);
  });

  it('are enabled and disabled by a reload, which takes effect for players who are online', async () => {
    await redis.sadd(globalList, 'minimap', 'fast-block-placing');
    const player = await joinWith([MIDNIGHT_CONTROLS, 'xaeroworldmap:main']);
    await untilReceived(player, MIDNIGHT_CONTROLS, [DENIED]);
    await applySettings(proxy, settings(['xaero', 'badlion']));
    await untilReceived(player, MIDNIGHT_CONTROLS, [DENIED, ALLOWED]);
    await eventually(() => received(player, 'badlion:modapi').length === 1, { ...PATIENCE, what: 'Badlion' });
    // Another plugin may have registered the channel, too.
    expect((await joinWith([])).announcements.flat()).toContain(MIDNIGHT_CONTROLS);
  }, 90_000);
});
