import type { Bridge } from '../bridge.ts';
import { ONE_FRAMING } from '../bridge.ts';
import { MinecraftBytes } from '../minecraft-bytes.ts';

/**
 * One message a policy. `disableFlyDrifting` is left alone: where it is true it allows more, and nobody has
 * it unless a server says so.
 */
export const CONTROLIFY: Bridge = {
  name: 'controlify',
  title: 'Controlify',
  detection: { by: 'channel', channels: ['controlify:server_policy'] },
  sendsOn: ['controlify:server_policy'],
  controls: { reachAround: ['reach-around'], analogueMovement: [] },
  unblocking: 'at once',
  framingOf: ONE_FRAMING,
  render: ({ blocked, unblocked }) => [
    ...blocked.map((policy) => say(policy, false)),
    ...unblocked.map((policy) => say(policy, true)),
  ],
};

function say(policy: string, isAllowed: boolean) {
  const body = new MinecraftBytes().utf(policy).bool(isAllowed);
  return { channel: 'controlify:server_policy', body: body.toArray() };
}
