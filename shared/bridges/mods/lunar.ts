import { encodeUtf8 } from '../../encode-utf8.ts';
import type { Bridge, BridgeMessage } from '../bridge.ts';

const PACKAGE = 'lunarclient.apollo.configurable.v1';
const SERVER_RULES = ['disable-shaders'];

/**
 * Apollo’s JSON protocol. The message with the blocked options also enables the Apollo module, which ignores
 * options otherwise. The value null returns an option to the player's control.
 */
export const LUNAR: Bridge = {
  name: 'lunar',
  title: 'Lunar Client',
  registers: ['lunar:apollo'],
  announces: ['lunar:apollo'],
  vendorPlugins: ['apollo'],
  sendsOn: ['apollo:json'],
  // Apollo on a game server sends the same settings as Protobuf: an `Any`, which begins with its type.
  isAlsoDrivenBy: (channel, body) =>
    channel === 'lunar:apollo' && String.fromCharCode(...Array.from(body)).includes(`/${PACKAGE}.`),
  controls: {
    minimap: ['minimap'],
    waypoints: ['waypoints'],
    'waypoints.death-waypoint': ['waypoints.death'],
    freelook: ['freelook'],
    snaplook: ['freelook'],
    zoom: ['zoom'],
    'lighting.full-bright': ['fullbright'],
    'auto-text-hotkey': ['auto-text'],
    'auto-text-actions': ['auto-text'],
    hitbox: ['hitboxes'],
    'reach-display': ['reach-display'],
    'tnt-countdown': ['tnt-timer'],
    'toggle-sneak': ['toggle-sneak'],
    coordinates: ['coordinates'],
    saturation: ['saturation-display'],
    'time-changer': ['time-changer'],
    'weather-changer': ['weather-changer'],
    fog: ['fog'],
    'light-overlay': ['light-overlay'],
    'shulker-preview': ['shulker-preview'],
    replaymod: ['replay-recording'],
    'disable-shaders': ['shaders'],
  },
  // A mod of Lunar Client, or an option of one.
  nativeName: /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)?$/,
  unblocking: 'at once',
  render: ({ blocked, unblocked }) => [
    ...enable(settingsOf(blocked, true)),
    ...settingsOf(unblocked, false).map((settings) => toMessage('ConfigurableSettings', settings)),
  ],
};

/** The settings of each Apollo module with its options; modules without options are omitted. */
function settingsOf(controls: readonly string[], isBlocked: boolean): object[] {
  return [false, true].flatMap((isRule) => {
    const options = controls
      .filter((control) => SERVER_RULES.includes(control) === isRule)
      .map((control) => [
        isRule || control.includes('.') ? control : `${control}.enabled`,
        isBlocked ? isRule : null,
      ]);
    if (options.length === 0) return [];
    const properties = Object.fromEntries(options) as object;
    return [{ apollo_module: isRule ? 'server_rule' : 'mod_setting', enable: true, properties }];
  });
}

function enable(settings: object[]): BridgeMessage[] {
  if (settings.length === 0) return [];
  return [toMessage('OverrideConfigurableSettingsMessage', { configurable_settings: settings })];
}

function toMessage(type: string, fields: object): BridgeMessage {
  const json = JSON.stringify({ '@type': `type.googleapis.com/${PACKAGE}.${type}`, ...fields });
  return { channel: 'apollo:json', body: [...encodeUtf8(json)] };
}
