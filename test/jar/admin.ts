import { expect } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import type { StandInPlayer } from '../velocity-stand-in/stand-in-player.ts';
import type { StandIn } from '../velocity-stand-in/stand-in.ts';
import { PATIENCE } from './start-proxy.ts';

/** Joins as a player with the permissions for these commands of `/featurecontrol`. */
export async function joinAdmin(proxy: StandIn, ...commands: string[]): Promise<StandInPlayer> {
  const player = await proxy.join({ connected: true });
  for (const name of commands) await player.permit(`featurecontrol.command.${name}`);
  return player;
}

/**
 * Runs `/featurecontrol` as that player.
 * @param line the rest of the command line
 * @returns the reply
 */
export async function replyTo(
  proxy: StandIn,
  player: StandInPlayer,
  line: string,
  patience: { readonly withinMs?: number } = {},
): Promise<string> {
  const before = player.chat.length;
  expect(await proxy.runCommand(`featurecontrol ${line}`, player)).toBe(true);
  return await eventually(() => player.chat.length > before && player.chat.slice(before).join('\n'), {
    ...patience,
    what: `the reply to ${line}`,
  });
}

/**
 * Replaces config.toml, and expects that a reload applies it.
 * @returns the reply
 */
export async function applySettings(proxy: StandIn, config: string): Promise<string> {
  await proxy.configure(config);
  const reply = await replyTo(proxy, await joinAdmin(proxy, 'reload'), 'reload', PATIENCE);
  expect(reply).toMatch(/^The settings are applied\./);
  return reply;
}
