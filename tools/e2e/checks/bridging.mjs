import { DECODERS } from '../../mod/mod-decoders.cjs';
import { PLAYED_MODS } from '../../mod/played-mods.mjs';
import { assertEqual } from '../check.mjs';
import { switchServer } from './joining.mjs';

/** By bridge, what is blocked for it. */
const BLOCKED = { voxelmap: 'minimapAllowed', controlify: 'reachAround' };
const CHAT_CODES = ['§r§e§s§e§t§x§a§e§r§o', '§n§o§m§i§n§i§m§a§p'];

/** @type {import('../check.mjs').Check} */
export const bridged = {
  name: 'bridged',
  title:
    'mods of bridges are sent their lists when they register, and again after a switch; others are sent nothing',
  async run(context) {
    const { newPlayer, isOld } = context;
    const [player, other] = [newPlayer(), newPlayer()];
    await other.entersWorld();
    await player.entersWorld();
    const register = () => player.send(isOld ? 'REGISTER' : 'minecraft:register', channels().join('\0'));
    register();
    await receivesAll(player, 1);
    await switchServer(context, player);
    // As a client's loader does when it enters a world.
    register();
    await receivesAll(player, 2);
    const reads = Object.keys(BLOCKED).flatMap((mod) => PLAYED_MODS[mod].reads);
    const leaked = other.received.filter(({ channel }) => reads.includes(channel));
    assertEqual(
      [leaked.length, codesOf(other).length],
      [0, 0],
      'messages to a client that registered nothing',
    );
  },
};

function channels() {
  return ['xaero', ...Object.keys(BLOCKED)].flatMap((mod) => PLAYED_MODS[mod].registers);
}

function codesOf(player) {
  return player.chat.filter((line) => line.startsWith('§'));
}

async function receivesAll(player, times) {
  for (const [mod, control] of Object.entries(BLOCKED)) {
    const messages = () => player.received.filter(({ channel }) => PLAYED_MODS[mod].reads.includes(channel));
    await player.until(() => messages().length >= times, `${times} messages to ${mod}`);
    const { state, channel, bytes } = messages()[times - 1];
    const allowed = DECODERS[mod]([{ channel, body: [...bytes] }], '');
    assertEqual([state, allowed.get(control)], ['play', false], `the message to ${mod}`);
  }
  const codes = Array.from({ length: times }, () => CHAT_CODES).flat();
  await player.until(() => codesOf(player).length >= codes.length, `${codes.length} codes in the chat`);
  assertEqual(codesOf(player), codes, 'codes in the chat');
}
