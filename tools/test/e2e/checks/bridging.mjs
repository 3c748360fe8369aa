import { DECODERS } from '../../../mod/mod-decoders.mjs';
import { SIMULATED_MODS } from '../../../mod/simulated-mods.mjs';
import { assertEqual, passFence } from '../check.mjs';
import { switchServer } from './joining.mjs';

/** The blocked option of each bridge, in the words of the mod. */
const BLOCKED = { voxelmap: 'minimapAllowed', controlify: 'reachAround' };
const CHAT_CODES = ['§r§e§s§e§t§x§a§e§r§o', '§n§o§m§i§n§i§m§a§p'];
/** Maximum length of a channel name that clients before 1.13 can read, in characters. */
const MAX_OLD_CHANNEL_LENGTH = 20;

/** @type {import('../check.mjs').Check} */
export const bridged = {
  name: 'bridged',
  title:
    'mods of bridges receive their lists when they register, even if late, and again after a server switch; other clients receive nothing',
  async run(context) {
    const { newPlayer } = context;
    const [player, other] = [newPlayer(), newPlayer()];
    await other.untilInWorld();
    await player.untilInWorld();
    await passFence(context, player);
    assertEqual(countMessages(player), 0, 'messages before the registration');
    register(context, player);
    await receivesAll(context, player, 1);
    await switchServer(context, player);
    // A client's mod loader registers its channels again when it enters a world.
    register(context, player);
    await receivesAll(context, player, 2);
    assertEqual(countMessages(other), 0, 'messages to a client that registered nothing');
  },
};

/** @type {import('../check.mjs').Check} */
export const interfered = {
  name: 'interfered',
  title: 'if a server sends messages to the same mod, the proxy’s message comes last',
  async run(context) {
    const { proxy } = context;
    const player = context.newPlayer();
    await player.untilInWorld();
    register(context, player);
    await receivesAll(context, player, 1);
    const server = () => proxy.backends.playerOn('lobby', player.name);
    await player.until(() => server() !== undefined, 'the lobby to let the player in');
    const [channel] = SIMULATED_MODS.voxelmap.reads;
    const text = JSON.stringify({ minimapAllowed: true });
    server().send(channel, Buffer.from([0, text.length, ...Buffer.from(text)]));
    await receives(player, 'voxelmap', 2, true);
    await receives(player, 'voxelmap', 3, false);
  },
};

/** Registers the channels of the mods, as a client does after it has joined. */
function register({ isOld }, player) {
  const channels = ['xaero', ...Object.keys(BLOCKED)].flatMap((mod) => SIMULATED_MODS[mod].registers);
  player.send(isOld ? 'REGISTER' : 'minecraft:register', channels.join('\0'));
}

function codesOf(player) {
  return player.chat.filter((line) => line.startsWith('§'));
}

function messagesTo(player, mod) {
  return player.received.filter(({ channel }) => SIMULATED_MODS[mod].reads.includes(channel));
}

/** Counts the messages of all bridges. */
function countMessages(player) {
  return codesOf(player).length + Object.keys(BLOCKED).flatMap((mod) => messagesTo(player, mod)).length;
}

async function receivesAll({ isOld }, player, times) {
  for (const mod of Object.keys(BLOCKED)) {
    const isTooLong = SIMULATED_MODS[mod].reads.every(({ length }) => length > MAX_OLD_CHANNEL_LENGTH);
    if (!(isOld && isTooLong)) await receives(player, mod, times, false);
  }
  const codes = Array.from({ length: times }, () => CHAT_CODES).flat();
  await player.until(() => codesOf(player).length >= codes.length, `${codes.length} codes in the chat`);
  assertEqual(codesOf(player), codes, 'codes in the chat');
}

/** Asserts the nth message to a mod, which arrives in the state PLAY. */
async function receives(player, mod, number, isAllowed) {
  await player.until(() => messagesTo(player, mod).length >= number, `${number} messages to ${mod}`);
  const { state, channel, bytes } = messagesTo(player, mod)[number - 1];
  const allowed = DECODERS[mod]([{ channel, body: [...bytes] }], '');
  assertEqual([state, allowed.get(BLOCKED[mod])], ['play', isAllowed], `the message to ${mod}`);
}
