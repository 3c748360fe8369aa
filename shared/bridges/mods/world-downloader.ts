import type { Bridge } from '../bridge.ts';
import { DETECTED_CHANNEL } from '../bridge.ts';
import { MinecraftBytes } from '../minecraft-bytes.ts';

/** The reply channel for each handshake channel: the names since Minecraft 1.13, and before 1.13. */
const CHANNELS: Readonly<Record<string, string>> = { 'wdl:init': 'wdl:control', 'WDL|INIT': 'WDL|CONTROL' };
/** The section of the message that defines which downloads are allowed. */
const DOWNLOADS = 1;
const NO_LIMIT = -1;

/**
 * Minecraft 1.15 and before. The client sends its handshake once per world, and only if its channel was
 * announced.
 */
export const WORLD_DOWNLOADER: Bridge = {
  name: 'world-downloader',
  title: 'World Downloader',
  handshake: { channels: Object.keys(CHANNELS), read: () => 'detected' },
  sendsOn: Object.values(CHANNELS),
  controls: { download: ['world-download'] },
  unblocking: 'at once',
  formatOf: DETECTED_CHANNEL,
  render: ({ blocked }, seenOn) => {
    const isAllowed = blocked.length === 0;
    const body = new MinecraftBytes()
      .int(DOWNLOADS)
      .bool(isAllowed)
      .int(isAllowed ? NO_LIMIT : 0);
    // Chunks, entities, block entities and containers.
    for (let part = 0; part < 4; part += 1) body.bool(isAllowed);
    return [body.on(CHANNELS[seenOn] ?? seenOn)];
  },
};
