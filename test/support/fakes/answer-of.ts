import type { Dispatcher } from '../../../shared/protocol/dispatcher.ts';
import type { Packet } from '../../../shared/protocol/packet.ts';
import { RecordingConnection } from './recording-connection.ts';

/** The text that a dispatcher answers a player's packet with, which comes on a connection of its own. */
export async function answerOf(dispatcher: Dispatcher, packet: Packet, player: string): Promise<string> {
  return await dispatcher.dispatch(packet, player, () => new RecordingConnection());
}
