import type { Bridge } from './bridge.ts';
import { AXOLOTL_CLIENT } from './mods/axolotl-client.ts';
import { AXOLOTL_WAYPOINTS } from './mods/axolotl-waypoints.ts';
import { BADLION } from './mods/badlion.ts';
import { BETTER_SPRINTING } from './mods/better-sprinting.ts';
import { CONTROLIFY } from './mods/controlify.ts';
import { FAST_CRYSTAL } from './mods/fast-crystal.ts';
import { FEATHER } from './mods/feather.ts';
import { FIVE_ZIG } from './mods/five-zig.ts';
import { JOURNEYMAP } from './mods/journeymap.ts';
import { LABYMOD_3 } from './mods/labymod-3.ts';
import { LABYMOD } from './mods/labymod.ts';
import { LUNAR } from './mods/lunar.ts';
import { MARLOW } from './mods/marlow.ts';
import { MIDNIGHT_CONTROLS } from './mods/midnight-controls.ts';
import { NOCONSENT } from './mods/noconsent.ts';
import { SCHEMATICA } from './mods/schematica.ts';
import { VOXELMAP } from './mods/voxelmap.ts';
import { WORLD_DOWNLOADER } from './mods/world-downloader.ts';
import { XAERO } from './mods/xaero.ts';

/** All available bridges, in the order of their display. */
export const BRIDGES: readonly Bridge[] = [
  XAERO,
  VOXELMAP,
  MARLOW,
  FAST_CRYSTAL,
  AXOLOTL_CLIENT,
  AXOLOTL_WAYPOINTS,
  CONTROLIFY,
  MIDNIGHT_CONTROLS,
  LUNAR,
  LABYMOD,
  JOURNEYMAP,
  FEATHER,
  BADLION,
  LABYMOD_3,
  BETTER_SPRINTING,
  FIVE_ZIG,
  SCHEMATICA,
  WORLD_DOWNLOADER,
  NOCONSENT,
];
