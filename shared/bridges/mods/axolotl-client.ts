import type { Bridge } from '../bridge.ts';
import { MinecraftBytes } from '../minecraft-bytes.ts';

/**
 * Sends the blocked modules as JSON. It is not documented whether a shorter list unblocks anything before the
 * player leaves.
 */
export const AXOLOTL_CLIENT: Bridge = {
  name: 'axolotl-client',
  title: 'AxolotlClient',
  detection: { by: 'channel', channels: ['axolotlclient:block_mods'] },
  controls: {
    freelook: ['freelook'],
    timechanger: ['time-changer'],
    fullbright: ['fullbright'],
    lowfire: [],
  },
  unblocking: 'after the player has logged in again',
  render: ({ blocked }) => {
    const body = new MinecraftBytes().utf(JSON.stringify(blocked));
    return [{ channel: 'axolotlclient:block_mods', body: body.toArray() }];
  },
};
