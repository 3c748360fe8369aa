/**
 * The channels of the game itself. A plugin that handled `REGISTER` would hide the channels of all clients
 * from the servers.
 */
const OF_THE_GAME = /^(?:UN)?REGISTER$|^MC\||^minecraft:/;

/**
 * A name with a colon must be valid since 1.13, too: Velocity 3.5 announces it to newer clients as it is, and
 * fails for each of them otherwise.
 */
const MODERN_NAME = /^[a-z0-9_.-]+:[a-z0-9_./-]+$/;

/** @returns why a channel cannot have this second name, as a clause; undefined if it can */
export function legacyAliasProblem(alias: string): string | undefined {
  if (OF_THE_GAME.test(alias)) return 'must not name a channel of the game itself';
  if (!/^[!-~]*$/.test(alias)) return 'must have only printable ASCII characters, and no spaces';
  if (!alias.includes(':') || MODERN_NAME.test(alias)) return undefined;
  return 'has a colon, so it must have only lower-case letters, digits, -, _ and . on both sides, and / after it';
}
