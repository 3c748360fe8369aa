import { loadMinecraftLibrary } from './minecraft-library.mjs';
import { explainEnd, joinAsMod } from './mod-client.mjs';
import { DECODERS } from './mod-decoders.mjs';
import { SIMULATED_MODS } from './simulated-mods.mjs';

/** Protocol of Minecraft 1.13, the first version in which the registration channel has a namespace. */
const PROTOCOL_1_13 = 393;

/**
 * A message that a simulated mod received: the raw text, and what the mod would allow after it, or why the
 * mod would not understand it.
 * @typedef {{ what: string, allowed?: ReadonlyMap<string, boolean>, problem?: string }} Received
 */

/**
 * Joins as a client with a mod that a bridge supports, stays for `timeoutMs`, and reports each received
 * message.
 * @param {Omit<import('./mod-client.mjs').ModRequest, 'channel' | 'text'> & { mod: string }} visit
 * @param {(received: Received) => boolean | void} onMessage returns true to leave early
 * @throws {import('./mod-client.mjs').ConnectionFailure} also if the proxy ends the connection
 */
export async function simulateMod({ mod, ...visit }, onMessage) {
  const { registers = [], sends = [], reads } = SIMULATED_MODS[mod];
  const protocol = loadMinecraftLibrary().dataOf(visit.version).version.version;
  let isDone = false;
  const player = await joinAsMod(visit, ({ channel, bytes, chat }) => {
    if (!reads.includes(channel ?? 'chat')) return;
    const message = chat === undefined ? { channel, body: [...bytes] } : { chat };
    const received = read(mod, message, formatOf(protocol));
    if (received !== undefined && onMessage(received) === true) isDone = true;
  });
  try {
    const registration = protocol < PROTOCOL_1_13 ? 'REGISTER' : 'minecraft:register';
    if (registers.length > 0) player.send(registration, registers.join('\0'));
    for (const { channel, hex } of sends) player.send(channel, Buffer.from(hex, 'hex'));
    await player
      .until(() => isDone, 'the expected messages', visit.timeoutMs)
      .catch(() => {
        const failure = explainEnd(visit, player);
        if (failure !== undefined) throw failure;
      });
  } finally {
    player.leave();
  }
}

/** JourneyMap's messages have a different prefix in each of these protocol ranges. */
function formatOf(protocol) {
  if (protocol >= 767) return '1.21';
  return protocol >= 757 ? '1.18' : '1.14';
}

/** @returns {Received | undefined} undefined for a chat line without a code */
function read(mod, message, format) {
  const what = message.chat ?? `${message.channel} ${Buffer.from(message.body).toString('hex')}`;
  if (message.chat !== undefined && !message.chat.startsWith('§')) return undefined;
  try {
    return { what, allowed: DECODERS[mod]([message], format) };
  } catch (error) {
    return { what, problem: error.message };
  }
}
