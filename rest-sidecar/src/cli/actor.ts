import { hostname, userInfo } from 'node:os';
import type { CommandContext } from './command-context.ts';
import { UsageFailure } from './failure.ts';

/** The most characters of a name in the history. */
const MOST_CHARACTERS = 128;

/**
 * Who makes a change: `--as`, then `FC_ACTOR`, then the user of the operating system with the machine's name.
 * @throws {UsageFailure} for what is no name
 */
export function resolveActor({ environment }: CommandContext, as: string | undefined): string {
  const given = as ?? environment['FC_ACTOR'] ?? '';
  if (given === '' && as === undefined) return `${userName()}@${hostname()}`.slice(0, MOST_CHARACTERS);
  if (/^\P{C}{1,128}$/u.test(given)) return given;
  const source = as === undefined ? 'FC_ACTOR' : '--as';
  throw new UsageFailure(`${source} must have 1 to ${MOST_CHARACTERS} characters, all of them printable.`);
}

/** In a container, the user may have no name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? 'user');
  }
}
