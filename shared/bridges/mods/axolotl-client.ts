import { encodeUtf8 } from '../../encode-utf8.ts';
import type { Bridge } from '../bridge.ts';
import { MinecraftBytes } from '../minecraft-bytes.ts';

const CHANNEL = 'axolotlclient:block_mods';
const PROTOCOL_1_20_5 = 766;

/** Types of NBT, the binary format of Minecraft's data. */
const NBT = { end: 0, string: 8, list: 9 };

/**
 * Sends the blocked modules: as NBT to versions for Minecraft 1.21 and later, whose decoder ends the
 * connection when it receives JSON, and as JSON to older ones.
 */
export const AXOLOTL_CLIENT: Bridge = {
  name: 'axolotl-client',
  title: 'AxolotlClient',
  registers: [CHANNEL],
  controls: {
    freelook: ['freelook'],
    timechanger: ['time-changer'],
    fullbright: ['fullbright'],
    lowfire: [],
  },
  unblocking: 'after the player has logged in again',
  formatOf: (protocol) => (protocol >= PROTOCOL_1_20_5 ? 'nbt' : 'json'),
  render: ({ blocked }, format) => {
    const body = format === 'nbt' ? listInNbt(blocked) : new MinecraftBytes().utf(JSON.stringify(blocked));
    return [body.on(CHANNEL)];
  },
};

/** A list of strings as network NBT, whose root has no name. The names of controls are ASCII. */
function listInNbt(texts: readonly string[]): MinecraftBytes {
  const bytes = new MinecraftBytes().byte(NBT.list);
  bytes.byte(texts.length === 0 ? NBT.end : NBT.string).int(texts.length);
  for (const text of texts) {
    const encoded = encodeUtf8(text);
    bytes
      .byte(encoded.length >> 8)
      .byte(encoded.length)
      .raw(encoded);
  }
  return bytes;
}
