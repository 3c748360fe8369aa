import type { Bridge } from '../bridge.ts';
import { MinecraftBytes } from '../minecraft-bytes.ts';

/**
 * Sends one message per policy. Nothing is sent to unblock one: the mod distinguishes a policy that is
 * allowed from one that no server has set, and allows more in the first case than before the block. Only a
 * disconnect makes it unset again. For the same reason `disableFlyDrifting` is never sent, and
 * `analogueMovement` is not, because versions before 3.3.3 do not know it and throw an exception.
 */
export const CONTROLIFY: Bridge = {
  name: 'controlify',
  title: 'Controlify',
  registers: ['controlify:server_policy'],
  controls: { reachAround: ['reach-around'] },
  unblocking: 'after the player has logged in again',
  render: ({ blocked }) =>
    blocked.map((policy) => new MinecraftBytes().utf(policy).bool(false).on('controlify:server_policy')),
};
