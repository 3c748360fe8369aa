import type { Dispatcher } from '../../../shared/protocol/dispatcher.ts';
import type { Packet } from '../../../shared/protocol/packet.ts';

/** The text that a dispatcher answers a player's packet with. */
export async function answerOf(dispatcher: Dispatcher, packet: Packet, player: string): Promise<string> {
  return await dispatcher.dispatch(packet, player);
}
