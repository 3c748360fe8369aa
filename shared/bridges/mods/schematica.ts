import type { Bridge } from '../bridge.ts';
import { MinecraftBytes } from '../minecraft-bytes.ts';

const CONTROLS = {
  printer: ['schematic.printer'],
  save: ['schematic.save'],
  load: ['schematic.load'],
} as const;

/** Sends three booleans, true for what is allowed. Forge, Minecraft 1.12 and before. */
export const SCHEMATICA: Bridge = {
  name: 'schematica',
  title: 'Schematica',
  registers: ['schematica'],
  controls: CONTROLS,
  unblocking: 'at once',
  render: ({ blocked }) => {
    const body = new MinecraftBytes().byte(0);
    for (const control of Object.keys(CONTROLS)) body.bool(!blocked.includes(control));
    return [body.on('schematica')];
  },
};
