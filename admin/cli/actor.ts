import { hostname, userInfo } from 'node:os';
import type { CommandContext } from './command-context.ts';
import { UsageError } from './command-error.ts';

/** Maximum length of an actor's name in the history, in characters. */
const MAX_CHARACTERS = 128;

/**
 * Returns the actor of a change: `--as`, otherwise `FC_ACTOR`, otherwise `<user>@<host>` of the operating
 * system.
 * @throws {UsageError} if the name is empty, too long or has unprintable characters
 */
export function resolveActor({ environment }: CommandContext, as: string | undefined): string {
  const given = as ?? environment['FC_ACTOR'] ?? '';
  if (given === '' && as === undefined) return `${userName()}@${hostname()}`.slice(0, MAX_CHARACTERS);
  if (/^\P{C}{1,128}$/u.test(given)) return given;
  const source = as === undefined ? 'FC_ACTOR' : '--as';
  throw new UsageError(`${source} must have 1 to ${MAX_CHARACTERS} characters, all of them printable.`);
}

/** Falls back to the user id, because a user in a container may have no name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? 'user');
  }
}
