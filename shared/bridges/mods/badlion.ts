import { encodeUtf8 } from '../../encode-utf8.ts';
import type { Bridge } from '../bridge.ts';

/**
 * Sends mods by the names that Badlion's players see. Its documentation spells some of them in two ways, so
 * both are sent. Such clients cannot be detected.
 */
export const BADLION: Bridge = {
  name: 'badlion',
  title: 'Badlion Client',
  vendorPlugins: ['badlion-modapi', 'blcmodapivelocity'],
  sendsOn: ['badlion:modapi'],
  controls: {
    Minimap: ['minimap'],
    MiniMap: ['minimap'],
    Waypoints: ['waypoints'],
    Perspective: ['freelook'],
    Zoom: ['zoom'],
    Fullbright: ['fullbright'],
    AutoText: ['auto-text'],
    'Auto Text': ['auto-text'],
    Hitboxes: ['hitboxes'],
    ReachDisplay: ['reach-display'],
    'Reach Display': ['reach-display'],
    TNTTime: ['tnt-timer'],
    'TNT Time': ['tnt-timer'],
    ToggleSneak: ['toggle-sneak'],
    Coordinates: ['coordinates'],
    Saturation: ['saturation-display'],
    TimeChanger: ['time-changer'],
    'Time Changer': ['time-changer'],
    WeatherChanger: ['weather-changer'],
    'Weather Changer': ['weather-changer'],
    FogCustomizer: ['fog'],
    'Fog Customizer': ['fog'],
    'Light Overlay': ['light-overlay'],
    Replay: ['replay-recording'],
    Shaders: ['shaders'],
  },
  nativeName: /^[A-Za-z0-9]+(?: [A-Za-z0-9]+){0,3}$/,
  unblocking: 'after the player has logged in again',
  render: ({ blocked, unblocked }) => {
    const mods = [...blocked, ...unblocked].map((mod) => [mod, { disabled: blocked.includes(mod) }]);
    const modsDisallowed = Object.fromEntries(mods) as object;
    const config = { clicksPerSecondLimitRight: 0, clicksPerSecondLimit: 0, modsDisallowed };
    return [{ channel: 'badlion:modapi', body: [...encodeUtf8(JSON.stringify(config))] }];
  },
};
