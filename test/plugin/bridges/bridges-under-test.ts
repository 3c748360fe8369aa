import type { BridgeSettings } from '../../../plugin/src/bridges/bridge-settings.ts';
import type { BridgedClient } from '../../../plugin/src/bridges/bridged-player.ts';
import { ModBridges } from '../../../plugin/src/bridges/mod-bridges.ts';
import type { BridgeMessage } from '../../../shared/bridges/bridge.ts';
import { BRIDGES } from '../../../shared/bridges/bridges.ts';
import { NO_SCOPE } from '../../../shared/feature-control/player-scope.ts';
import type { PlayerScope } from '../../../shared/feature-control/player-scope.ts';
import { ManualTime } from '../../support/fakes/manual-time.ts';
import { blocklistsOf } from '../../support/fakes/memory-blocklist-store.ts';

const PROTOCOL_1_21 = 767;

/** A client that records the messages sent to it. */
export class RecordingClient implements BridgedClient {
  readonly identity = this;
  protocol = PROTOCOL_1_21;
  isPlaying = true;
  /** Whether the client leaves the game during the next message, and loses it. */
  leavesGameDuringSend = false;
  readonly sent: BridgeMessage[] = [];

  isInGame(): boolean {
    return this.isPlaying;
  }

  scope(): PlayerScope {
    return NO_SCOPE;
  }

  send(message: BridgeMessage): void {
    if (this.leavesGameDuringSend) this.isPlaying = this.leavesGameDuringSend = false;
    else this.sent.push(message);
  }

  /** Returns the messages since the last call. */
  take(): string[] {
    return this.sent
      .splice(0)
      .map((message) =>
        'chat' in message ? message.chat : `${message.channel} ${Buffer.from(message.body).toString('hex')}`,
      );
  }
}

export function start(isRepeated = false, names = BRIDGES.map(({ name }) => name)) {
  const time = new ManualTime();
  const global = new Set<string>();
  const own = new Map<string, readonly string[]>();
  const settings = (enabled: readonly string[]): BridgeSettings => ({
    enabled: BRIDGES.filter(({ name }) => enabled.includes(name)),
    isCoarse: false,
    isRepeated,
    listsOf: (bridge) => blocklistsOf(global, own.get(bridge)),
  });
  const bridges = new ModBridges(time, time, settings(names));
  const edit = (change: () => void): void => {
    change();
    bridges.listsChanged();
    time.advance(30);
  };
  const client = new RecordingClient();
  /** The player's server sends to the client. */
  const serverSends = (channel: string, body: ArrayLike<number> = [], player = 'a'): void => {
    bridges.backendSent(player, channel, body);
  };
  return { time, global, own, bridges, settings, edit, client, serverSends };
}

export const MIDNIGHT_CONTROLS = 'midnightcontrols:feature';
export const DENIED = `${MIDNIGHT_CONTROLS} 0112666173745f626c6f636b5f706c6163696e6700`;
export const ALLOWED = `${MIDNIGHT_CONTROLS} 0112666173745f626c6f636b5f706c6163696e6701`;
