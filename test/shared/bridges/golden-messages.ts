/**
 * The expected messages: the body in hexadecimal digits, or a line of chat. Written according to the mods'
 * own sources and documentation.
 */
export type Expected = readonly [channel: string, body: string];
export const CHAT = 'chat';

export interface Golden {
  readonly bridge: string;
  readonly blocked?: readonly string[];
  readonly unblocked?: readonly string[];
  /** 767 is Minecraft 1.21. */
  readonly protocol?: number;
  readonly seenOn?: string;
  readonly messages: readonly Expected[];
}

const hexOf = (text: string): string => Buffer.from(text, 'utf8').toString('hex');
const LUNAR_TYPE = 'type.googleapis.com/lunarclient.apollo.configurable.v1';

/**
 * Returns the messages that block and that unblock, for each channel by which the mod was detected.
 * `channels` maps it to the channel that the mod reads.
 */
function onEach(
  bridge: string,
  channels: Readonly<Record<string, string>>,
  controls: readonly string[],
  bodies: { readonly blocked: string; readonly unblocked: string },
): Golden[] {
  return Object.entries(channels).flatMap(([seenOn, channel]) => [
    { bridge, seenOn, blocked: controls, messages: [[channel, bodies.blocked]] },
    { bridge, seenOn, unblocked: controls, messages: [[channel, bodies.unblocked]] },
  ]);
}

export const GOLDEN: readonly Golden[] = [
  {
    bridge: 'xaero',
    blocked: ['fair-play'],
    messages: [
      [CHAT, '§r§e§s§e§t§x§a§e§r§o'],
      [CHAT, '§f§a§i§r§x§a§e§r§o'],
    ],
  },
  {
    bridge: 'xaero',
    blocked: ['fair-play', 'no-minimap'],
    messages: [
      [CHAT, '§r§e§s§e§t§x§a§e§r§o'],
      [CHAT, '§f§a§i§r§x§a§e§r§o'],
      [CHAT, '§n§o§m§i§n§i§m§a§p'],
    ],
  },
  { bridge: 'xaero', unblocked: ['fair-play'], messages: [[CHAT, '§r§e§s§e§t§x§a§e§r§o']] },
  {
    bridge: 'voxelmap',
    blocked: ['radarAllowed', 'cavesAllowed'],
    messages: [
      [
        'voxelmap:settings',
        // VarInt of 191 bytes.
        `00bf01${hexOf(
          '{"radarAllowed":false,"radarMobsAllowed":true,"radarPlayersAllowed":true,"cavesAllowed":false,' +
            '"minimapAllowed":true,"worldmapAllowed":true,"waypointsAllowed":true,"deathWaypointAllowed":true}',
        )}`,
      ],
    ],
  },
  {
    bridge: 'voxelmap',
    unblocked: ['radarAllowed'],
    messages: [
      [
        'voxelmap:settings',
        // VarInt of 189 bytes.
        `00bd01${hexOf(
          '{"radarAllowed":true,"radarMobsAllowed":true,"radarPlayersAllowed":true,"cavesAllowed":true,' +
            '"minimapAllowed":true,"worldmapAllowed":true,"waypointsAllowed":true,"deathWaypointAllowed":true}',
        )}`,
      ],
    ],
  },
  { bridge: 'marlow', blocked: ['opt-out'], messages: [['marlowcrystal:opt_out', '']] },
  { bridge: 'marlow', unblocked: ['opt-out'], messages: [] },
  {
    bridge: 'fast-crystal',
    blocked: ['fast-crystal'],
    messages: [['fastcrystal:disable_fast_crystal', '']],
  },
  { bridge: 'fast-crystal', unblocked: ['fast-crystal'], messages: [] },
  {
    bridge: 'axolotl-waypoints',
    blocked: ['minimap-caves', 'world-map-caves'],
    messages: [['axolotlclient_waypoints:options', '01010000']],
  },
  {
    bridge: 'axolotl-waypoints',
    blocked: ['minimap'],
    messages: [['axolotlclient_waypoints:options', '00000100']],
  },
  {
    bridge: 'axolotl-waypoints',
    unblocked: ['minimap'],
    messages: [['axolotlclient_waypoints:options', '00000000']],
  },
  {
    bridge: 'axolotl-client',
    blocked: ['freelook'],
    protocol: 765,
    messages: [['axolotlclient:block_mods', '0c5b22667265656c6f6f6b225d']],
  },
  {
    bridge: 'axolotl-client',
    unblocked: ['freelook'],
    protocol: 765,
    messages: [['axolotlclient:block_mods', '025b5d']],
  },
  {
    bridge: 'axolotl-client',
    blocked: ['freelook'],
    protocol: 766,
    messages: [['axolotlclient:block_mods', '0908000000010008667265656c6f6f6b']],
  },
  {
    bridge: 'axolotl-client',
    blocked: ['freelook', 'lowfire'],
    protocol: 769,
    messages: [['axolotlclient:block_mods', '0908000000020008667265656c6f6f6b00076c6f7766697265']],
  },
  {
    bridge: 'axolotl-client',
    unblocked: ['freelook'],
    messages: [['axolotlclient:block_mods', '090000000000']],
  },
  {
    bridge: 'controlify',
    blocked: ['reachAround'],
    messages: [['controlify:server_policy', '0b726561636841726f756e6400']],
  },
  { bridge: 'controlify', unblocked: ['reachAround'], messages: [] },
  {
    bridge: 'midnight-controls',
    blocked: ['fast_block_placing'],
    messages: [['midnightcontrols:feature', '0112666173745f626c6f636b5f706c6163696e6700']],
  },
  {
    bridge: 'midnight-controls',
    unblocked: ['fast_block_placing'],
    messages: [['midnightcontrols:feature', '0112666173745f626c6f636b5f706c6163696e6701']],
  },
  {
    bridge: 'lunar',
    blocked: ['freelook', 'minimap'],
    messages: [
      [
        'apollo:json',
        hexOf(
          `{"@type":"${LUNAR_TYPE}.OverrideConfigurableSettingsMessage","configurable_settings":[{"apollo_module":` +
            '"mod_setting","enable":true,"properties":{"freelook.enabled":false,"minimap.enabled":false}}]}',
        ),
      ],
    ],
  },
  {
    bridge: 'lunar',
    blocked: ['disable-shaders', 'lighting.full-bright'],
    messages: [
      [
        'apollo:json',
        hexOf(
          `{"@type":"${LUNAR_TYPE}.OverrideConfigurableSettingsMessage","configurable_settings":[{"apollo_module":` +
            '"mod_setting","enable":true,"properties":{"lighting.full-bright":false}},{"apollo_module":' +
            '"server_rule","enable":true,"properties":{"disable-shaders":true}}]}',
        ),
      ],
    ],
  },
  {
    bridge: 'lunar',
    unblocked: ['minimap'],
    messages: [
      [
        'apollo:json',
        hexOf(
          `{"@type":"${LUNAR_TYPE}.ConfigurableSettings","apollo_module":"mod_setting","enable":true,` +
            '"properties":{"minimap.enabled":null}}',
        ),
      ],
    ],
  },
  {
    bridge: 'feather',
    blocked: ['perspective'],
    messages: [['feather:client', '0700010b7065727370656374697665']],
  },
  {
    bridge: 'feather',
    unblocked: ['perspective'],
    messages: [['feather:client', '0701010b7065727370656374697665']],
  },
  {
    bridge: 'badlion',
    blocked: ['MiniMap'],
    unblocked: ['Zoom'],
    seenOn: '',
    messages: [
      [
        'badlion:modapi',
        hexOf(
          '{"clicksPerSecondLimitRight":0,"clicksPerSecondLimit":0,"modsDisallowed":' +
            '{"MiniMap":{"disabled":true},"Zoom":{"disabled":false}}}',
        ),
      ],
    ],
  },
  ...onEach('labymod-3', { 'labymod3:main': 'labymod3:main', LMC: 'LMC' }, ['CHAT'], {
    blocked: '0b5045524d495353494f4e530e7b2243484154223a66616c73657d',
    unblocked: '0b5045524d495353494f4e530d7b2243484154223a747275657d',
  }),
  ...onEach('better-sprinting', { 'bsm:settings': 'bsm:settings', BSM: 'BSM' }, ['better-sprinting'], {
    blocked: '01',
    unblocked: '02',
  }),
  ...onEach(
    '5zig',
    { 'the5zigmod:5zig_set': 'the5zigmod:5zig_set', '5zig:set': '5zig:set', '5zig_Set': '5zig_Set' },
    ['armour', 'auto-reconnect', 'potion-hud', 'potion-indicator', 'saturation'],
    { blocked: '2f', unblocked: '00' },
  ),
  { bridge: '5zig', blocked: ['armour'], seenOn: '5zig_Set', messages: [['5zig_Set', '04']] },
  { bridge: 'schematica', blocked: ['load', 'printer', 'save'], messages: [['schematica', '00000000']] },
  { bridge: 'schematica', unblocked: ['save'], messages: [['schematica', '00010101']] },
  ...onEach('world-downloader', { 'wdl:init': 'wdl:control', 'WDL|INIT': 'WDL|CONTROL' }, ['download'], {
    blocked: '00000001000000000000000000',
    unblocked: '0000000101ffffffff01010101',
  }),
  {
    bridge: 'noconsent',
    blocked: ['minimap.cave-mode'],
    messages: [['noconsent:features', '01116d696e696d61702e636176652d6d6f6465']],
  },
  { bridge: 'noconsent', unblocked: ['minimap.cave-mode'], messages: [['noconsent:features', '00']] },
];
