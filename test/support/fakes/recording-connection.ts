import type { PlayerConnection } from '../../../shared/protocol/method.ts';

/** A player's connection that records what it is sent. */
export class RecordingConnection implements PlayerConnection {
  readonly identity: unknown = Symbol('connection');
  isConnected = true;
  isPlaying = true;
  /** Whether the client leaves the game during the next message, and loses it. */
  leavesGameDuringSend = false;
  readonly sent: string[] = [];

  isOpen(): boolean {
    return this.isConnected;
  }

  isInGame(): boolean {
    return this.isPlaying;
  }

  send(text: string): void {
    if (this.leavesGameDuringSend) this.isPlaying = this.leavesGameDuringSend = false;
    else this.sent.push(text);
  }

  /** Returns the messages since the last call, parsed as JSON. */
  take(): unknown[] {
    return this.sent.splice(0).map((text): unknown => JSON.parse(text));
  }
}
