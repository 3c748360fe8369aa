import { CHANNEL_NAME, DEFAULT_CHANNEL_NAMESPACE } from '../../shared/protocol/channel.ts';
import type { StandInPlayer } from '../velocity-stand-in/stand-in-player.ts';

/** The channel of the specification. */
export const CHANNEL = `${DEFAULT_CHANNEL_NAMESPACE}:${CHANNEL_NAME}`;

export interface Answer {
  readonly id: string;
  readonly ok: boolean;
  readonly payload?: { readonly blocklist: readonly string[] };
  readonly error?: string;
  readonly message?: string;
}

/** Returns the text of a checkFeatures request. */
export function checkRequest(client: string, features: readonly string[], id = 'request-1'): string {
  return JSON.stringify({ id, method: 'checkFeatures', payload: { client, features } });
}

/** Sends text or bytes on the channel, and returns the next answer. */
export async function ask(
  player: StandInPlayer,
  packet: string | Uint8Array,
  channel = CHANNEL,
): Promise<Answer> {
  await player.send(channel, packet);
  return parseAnswer((await player.next()).bytes);
}

export async function check(
  player: StandInPlayer,
  client: string,
  features: readonly string[],
): Promise<Answer> {
  return await ask(player, checkRequest(client, features));
}

export function parseAnswer(bytes: Buffer): Answer {
  return JSON.parse(bytes.toString('utf8')) as Answer;
}
