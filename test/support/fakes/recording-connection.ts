import type { PlayerConnection } from '../../../shared/protocol/method.ts';

/** The connection of a player, which keeps what it is sent. */
export class RecordingConnection implements PlayerConnection {
  readonly identity: unknown = Symbol('connection');
  isConnected = true;
  isPlaying = true;
  readonly sent: string[] = [];

  isOpen(): boolean {
    return this.isConnected;
  }

  isInGame(): boolean {
    return this.isPlaying;
  }

  send(text: string): void {
    this.sent.push(text);
  }

  /** What came since it was last asked, read as JSON. */
  take(): unknown[] {
    return this.sent.splice(0).map((text): unknown => JSON.parse(text));
  }
}
