import { hostname, userInfo } from 'node:os';
import type { Command } from 'commander';
import type { ChangeAuthor } from '../../shared/feature-control/blocklist-editor.ts';
import { reasonProblem } from '../../shared/feature-control/edit-problems.ts';
import type { CommandContext } from './command-context.ts';
import { UsageError } from './command-error.ts';
import type { JsonOption } from './output.ts';

/** The options of commands that edit blocklists. */
export interface AuthorOptions extends JsonOption {
  readonly reason?: string;
  readonly as?: string;
}

/** Adds the options `--reason` and `--as`, which the history records, and `--json`. */
export function addAuthorOptions(command: Command): Command {
  return command
    .option('--reason <text>', 'reason, for the history')
    .option('--as <name>', 'actor, for the history (default: FC_ACTOR, or user@host)')
    .option('--json', 'print JSON, for programs');
}

/** Returns the author of an edit. @throws {UsageError} if the actor or the reason is invalid */
export function authorOf(context: CommandContext, { as, reason }: AuthorOptions): ChangeAuthor {
  const problem = reasonProblem(reason ?? '');
  if (problem !== undefined) throw new UsageError(`reason: ${problem}`);
  return { actor: resolveActor(context, as), source: 'command-line', reason };
}

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
