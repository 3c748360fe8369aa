import type { Golden } from './golden-messages.ts';

/** The settings in the order of its documentation, with nothing restricted. */
const UNRESTRICTED =
  '{"journeymapEnabled":"true","useWorldId":"false","viewOnlyServerProperties":"true",' +
  '"allowMultiplayerSettings":"ALL","worldPlayerRadar":"ALL","worldPlayerRadarUpdateTime":"5",' +
  '"seeUndergroundPlayers":"ALL","hideOps":"false","hideSpectators":"false","allowDeathPoints":"true",' +
  '"showInGameBeacons":"true","allowWaypoints":"true","allowRightClickTeleport":"true",' +
  '"radarLateralDistance":"512","radarVerticalDistance":"320","maxAnimalsData":"128",' +
  '"maxAmbientCreaturesData":"128","maxMobsData":"128","maxPlayersData":"128","maxVillagersData":"128",' +
  '"teleportEnabled":"true","crossDimTeleport":"true","renderRange":"0","surfaceRenderRange":"0",' +
  '"caveRenderRange":"0","surfaceMapping":"ALL","topoMapping":"ALL","biomeMapping":"ALL",' +
  '"caveMapping":"ALL","radarEnabled":"ALL","playerRadarEnabled":"true","playerRadarNamesEnabled":"true",' +
  '"villagerRadarEnabled":"true","animalRadarEnabled":"true","mobRadarEnabled":"true"}';
const RESTRICTED = UNRESTRICTED.replace('"caveMapping":"ALL"', '"caveMapping":"NONE"').replace(
  '"mobRadarEnabled":"true"',
  '"mobRadarEnabled":"false"',
);
const CONTROLS = ['caveMapping', 'mobRadarEnabled'];

/** The lowest and highest protocol version of each format, its channel, and the bytes before the text. */
const FORMS = [
  { protocols: [767, 769], channel: 'journeymap:perm_req', head: '2a00' },
  { protocols: [757, 766], channel: 'journeymap:perm_req', head: '002a00' },
  { protocols: [477, 756], channel: 'journeymap:common', head: '022a00' },
];

/** A VarInt of two bytes precedes the text as its length. */
function body(head: string, text: string): string {
  const length = Buffer.from([0x80 | (text.length & 0x7f), text.length >> 7]);
  return `${head}${Buffer.concat([length, Buffer.from(text, 'utf8')]).toString('hex')}01`;
}

export const GOLDEN_JOURNEYMAP: readonly Golden[] = FORMS.flatMap(({ protocols, channel, head }) =>
  protocols.flatMap((protocol): Golden[] => [
    { bridge: 'journeymap', protocol, blocked: CONTROLS, messages: [[channel, body(head, RESTRICTED)]] },
    { bridge: 'journeymap', protocol, unblocked: CONTROLS, messages: [[channel, body(head, UNRESTRICTED)]] },
  ]),
);
