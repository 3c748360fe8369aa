/**
 * Names of features that exist in several mods, each with a sentence for admins. Each bridge defines which of
 * them it can block.
 */
export const NEUTRAL_NAMES = {
  minimap: 'The small map in a corner of the screen.',
  'minimap.cave-mode': 'Caves on the minimap while the player is underground.',
  'minimap.radar': 'Players, animals and monsters on the minimap.',
  'minimap.radar.players': 'Other players on the minimap.',
  'minimap.radar.mobs': 'Animals, villagers and monsters on the minimap.',
  'world-map': 'The map of the whole world that the mod records.',
  'world-map.cave-mode': 'Caves on the map of the world.',
  waypoints: 'Markers in the world that the player sets.',
  'waypoints.death': 'The marker at the place where the player died.',
  'waypoints.teleport': 'Teleporting to a marker, where the server lets the player teleport.',
  freelook: 'Looking around without turning the player.',
  zoom: 'Zooming with a key.',
  fullbright: 'Full brightness at night and in caves.',
  'auto-text': 'Texts and commands that are sent by a key.',
  hitboxes: 'Outlines of players and animals.',
  'reach-display': 'The distance of the last hit.',
  'damage-indicator': 'The health of others, above their heads.',
  'tnt-timer': 'The time until primed TNT explodes.',
  'toggle-sneak': 'Sneaking or sprinting without holding the key.',
  coordinates: 'The position on the screen.',
  'saturation-display': 'The saturation of the player on the screen.',
  'time-changer': 'Another time of the day on the screen.',
  'weather-changer': 'Different weather on the screen.',
  fog: 'Less fog, or none.',
  'light-overlay': 'Marks on blocks on which monsters can appear.',
  'shulker-preview': 'What is in a shulker box, without opening it.',
  'replay-recording': 'Recording the game for playback from any camera position.',
  shaders: 'Shaders.',
  'crystal-optimizer': 'End crystals that vanish before the server confirms it.',
  'reach-around': 'Placing a block where the player looks past an edge.',
  'fast-block-placing': 'Placing blocks faster than by the game’s own keys.',
  'world-download': 'Downloading the world of the server.',
  'schematic.printer': 'Building a schematic automatically.',
  'schematic.save': 'Saving a part of the world as a schematic.',
  'schematic.load': 'Showing a schematic in the world.',
} as const;

export type NeutralName = keyof typeof NEUTRAL_NAMES;

export function isNeutralName(name: string): name is NeutralName {
  return Object.hasOwn(NEUTRAL_NAMES, name);
}
