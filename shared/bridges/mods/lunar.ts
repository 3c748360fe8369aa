import type { Bridge, BridgeMessage } from '../bridge.ts';
import { encodeUtf8 } from '../../encode-utf8.ts';

const PACKAGE = 'lunarclient.apollo.configurable.v1';
const TYPE = `type.googleapis.com/${PACKAGE}`;
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
    ...enable(propertiesOf(blocked, true)),
    ...reset(propertiesOf(unblocked, false)),
  ],
};

type Option = [name: string, value: boolean | null];

function toObject(options: Option[]): object {
  return Object.fromEntries<boolean | null>(options);
}

/** The options with their values, by Apollo module; modules without options are omitted. */
function propertiesOf(controls: readonly string[], isBlocked: boolean): [string, object][] {
  const rules = controls.filter((control) => SERVER_RULES.includes(control));
  const mods = controls.filter((control) => !SERVER_RULES.includes(control));
  const options = mods.map((mod): Option => [
    mod.includes('.') ? mod : `${mod}.enabled`,
    isBlocked ? false : null,
  ]);
  const modules: [string, object][] = [
    ['mod_setting', toObject(options)],
    ['server_rule', toObject(rules.map((rule): Option => [rule, isBlocked ? true : null]))],
  ];
  return modules.filter(([, properties]) => Object.keys(properties).length > 0);
}

function enable(modules: [string, object][]): BridgeMessage[] {
  if (modules.length === 0) return [];
  const settings = modules.map(([name, properties]) => ({ apollo_module: name, enable: true, properties }));
  return [
    toMessage({ '@type': `${TYPE}.OverrideConfigurableSettingsMessage`, configurable_settings: settings }),
  ];
}

function reset(modules: [string, object][]): BridgeMessage[] {
  return modules.map(([name, properties]) =>
    toMessage({ '@type': `${TYPE}.ConfigurableSettings`, apollo_module: name, enable: true, properties }),
  );
}

function toMessage(json: object): BridgeMessage {
  return { channel: 'apollo:json', body: [...encodeUtf8(JSON.stringify(json))] };
}
