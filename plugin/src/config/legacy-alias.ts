/**
 * The channels of the game itself. A plugin that handled `REGISTER` would hide the channels of all clients
 * from the servers.
 */
const OF_THE_GAME = /^(?:UN)?REGISTER$|^MC\||^minecraft:/;

/**
 * @param acceptsChannel whether a name is valid since 1.13. One with a colon must be: Velocity 3.5 announces
 * it to newer clients as it is, and fails for each of them otherwise.
 * @returns why a channel cannot have this second name, as a clause; undefined if it can
 */
export function legacyAliasProblem(
  alias: string,
  acceptsChannel: (name: string) => boolean,
): string | undefined {
  if (OF_THE_GAME.test(alias)) return 'must not name a channel of the game itself';
  if (!/^[!-~]*$/.test(alias)) return 'must have only printable ASCII characters, and no spaces';
  if (!alias.includes(':') || acceptsChannel(alias)) return undefined;
  return (
    'has a colon, so it must have only lower-case letters, digits, - and _ on both sides, / after it, and . ' +
    'if the proxy is Velocity 3.5 or later'
  );
}
