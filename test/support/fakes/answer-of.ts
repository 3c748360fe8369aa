import type { Dispatcher } from '../../../shared/protocol/dispatcher.ts';
import type { Packet } from '../../../shared/protocol/packet.ts';

/** The text that a dispatcher answers a player's packet with. */
export function answerOf(dispatcher: Dispatcher, packet: Packet, player: string): Promise<string> {
  return new Promise((resolve) => {
    dispatcher.dispatch(packet, player, { answer: resolve });
  });
}
