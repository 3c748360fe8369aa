import type { Bridge } from '../bridge.ts';
import { MinecraftBytes } from '../minecraft-bytes.ts';

/**
 * Sends one message per policy. Never sends `disableFlyDrifting`: it allows more if it is true, and it is
 * only true if a server sends it.
 */
export const CONTROLIFY: Bridge = {
  name: 'controlify',
  title: 'Controlify',
  detection: { by: 'channel', channels: ['controlify:server_policy'] },
  controls: { reachAround: ['reach-around'], analogueMovement: [] },
  unblocking: 'at once',
  render: ({ blocked, unblocked }) => [
    ...blocked.map((policy) => policyMessage(policy, false)),
    ...unblocked.map((policy) => policyMessage(policy, true)),
  ],
};

function policyMessage(policy: string, isAllowed: boolean) {
  const body = new MinecraftBytes().utf(policy).bool(isAllowed);
  return { channel: 'controlify:server_policy', body: body.toArray() };
}
