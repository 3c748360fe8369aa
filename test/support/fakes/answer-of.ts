import type { Dispatcher } from '../../../shared/protocol/dispatcher.ts';
import type { Packet } from '../../../shared/protocol/packet.ts';
import { RecordingConnection } from './recording-connection.ts';

/**
 * Dispatches a player's packet on a new connection.
 * @returns the text of the answer
 */
export async function answerOf(dispatcher: Dispatcher, packet: Packet, player: string): Promise<string> {
  return await dispatcher.dispatch(packet, player, () => new RecordingConnection());
}
