import type { Bridge } from '../bridge.ts';
import { MinecraftBytes } from '../minecraft-bytes.ts';

/** Sends each feature with whether it is allowed. */
export const MIDNIGHT_CONTROLS: Bridge = {
  name: 'midnight-controls',
  title: 'MidnightControls',
  registers: ['midnightcontrols:feature'],
  controls: {
    fast_block_placing: ['fast-block-placing'],
    horizontal_reacharound: ['reach-around'],
    vertical_reacharound: ['reach-around'],
  },
  unblocking: 'at once',
  render: ({ blocked, unblocked }) => {
    const body = new MinecraftBytes().list([...blocked, ...unblocked], (bytes, feature) =>
      bytes.utf(feature).bool(unblocked.includes(feature)),
    );
    return [body.on('midnightcontrols:feature')];
  },
};
