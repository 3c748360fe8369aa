import type { Bridge } from '../bridge.ts';
import { MinecraftBytes } from '../minecraft-bytes.ts';
import { NEUTRAL_NAMES } from '../neutral-names.ts';
import type { NeutralName } from '../neutral-names.ts';

/** Sends the feature names unchanged, to any mod that registers the channel. */
export const NOCONSENT: Bridge = {
  name: 'noconsent',
  title: 'mods that read noconsent:features',
  registers: ['noconsent:features'],
  controls: Object.fromEntries(Object.keys(NEUTRAL_NAMES).map((name) => [name, [name as NeutralName]])),
  nativeName: /^[\w.:-]{1,100}$/,
  unblocking: 'at once',
  render: ({ blocked }) => [
    new MinecraftBytes().list(blocked, (bytes, name) => bytes.utf(name)).on('noconsent:features'),
  ],
};
