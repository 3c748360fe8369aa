import { expect } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import type { StandInPlayer } from '../velocity-stand-in/stand-in-player.ts';
import { PATIENCE } from './start-proxy.ts';

/** The channel of MidnightControls, and its messages that deny and allow `fast-block-placing`, in hex. */
export const MIDNIGHT_CONTROLS = 'midnightcontrols:feature';
export const DENIED = '0112666173745f626c6f636b5f706c6163696e6700';
export const ALLOWED = '0112666173745f626c6f636b5f706c6163696e6701';

/** Returns the messages received on a channel, in hexadecimal. */
export function received(player: StandInPlayer, channel: string): string[] {
  return player.received
    .filter((message) => message.channel === channel)
    .map(({ bytes }) => bytes.toString('hex'));
}

/** Waits until these messages, in hexadecimal, and no others were received on a channel. */
export async function untilReceived(
  player: StandInPlayer,
  channel: string,
  expected: readonly string[],
): Promise<void> {
  await untilEqual(() => received(player, channel), expected, `messages on ${channel}`);
}

/** Waits until the player's chat consists of these lines. */
export async function untilChat(player: StandInPlayer, expected: readonly string[]): Promise<void> {
  await untilEqual(() => player.chat, expected, 'lines of chat');
}

async function untilEqual(actual: () => unknown, expected: readonly string[], what: string): Promise<void> {
  const isEqual = () => {
    expect(actual()).toEqual(expected);
    return true;
  };
  await eventually(isEqual, { ...PATIENCE, what });
}
