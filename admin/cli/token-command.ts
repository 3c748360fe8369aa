import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';
import { SCOPES } from '../server/token.ts';
import type { Scope } from '../server/token.ts';
import type { CommandContext } from './command-context.ts';
import { parseDurationOrDate } from './times.ts';
import type { TypedEnd } from './times.ts';
import { issueToken, listTokens, revokeToken } from './tokens.ts';

interface IssueOptions {
  readonly scopes: readonly Scope[];
  readonly expires?: TypedEnd;
  readonly json?: boolean;
}

const ISSUE_EXAMPLES = `
Examples:
  feature-control token issue grafana --scopes metrics:read
  feature-control token issue anna --scopes blocklists:read,blocklists:write --expires 30d`;

/** Adds `feature-control token …`, which manages the tokens of the admin's server. */
export function addTokenCommand(program: Command, context: CommandContext): void {
  const token = program.command('token').description("Manages the tokens of the admin's server.");
  token
    .command('issue')
    .description('Issues a token. It is printed once, as the only line on standard output, and not stored.')
    .argument('<name>', 'the name of its owner, 1 to 64 characters', parseName)
    .requiredOption('--scopes <list>', `its scopes, separated by commas: ${SCOPES.join(', ')}`, parseScopes)
    .option(
      '--expires <time>',
      'when it expires, a duration such as 30d, or a date (default: it does not expire)',
      parseDurationOrDate,
    )
    .option('--json', 'print JSON, for programs: the token with its name, scopes and expiry')
    .addHelpText('after', ISSUE_EXAMPLES)
    .action(async (name: string, { scopes, expires, json = false }: IssueOptions) => {
      await issueToken(context, { name, scopes, expires, json });
    });
  token
    .command('list')
    .description('Lists the tokens with owner, scopes and expiry, without the secret itself.')
    .option('--json', 'print JSON, for programs')
    .addHelpText('after', '\nExample:\n  feature-control token list')
    .action(async ({ json = false }: { json?: boolean }) => {
      await listTokens(context, json);
    });
  token
    .command('revoke')
    .description('Revokes a token, with immediate effect.')
    .argument('<name-or-hash>', 'the name, or at least 8 digits of the hash that `token list` prints')
    .option('--json', 'print JSON, for programs')
    .addHelpText('after', '\nExample:\n  feature-control token revoke grafana')
    .action(async (which: string, { json = false }: { json?: boolean }) => {
      await revokeToken(context, which, json);
    });
}

/** Names are printed, so they must not contain line breaks or other unprintable characters. */
const NAME = /^\P{C}{1,64}$/u;

function parseName(text: string): string {
  if (NAME.test(text)) return text;
  throw new InvalidArgumentError('A name has 1 to 64 characters, all of them printable.');
}

/**
 * Parses a list of scopes, separated by commas or whitespace.
 * @returns the unique scopes, in the order of {@link SCOPES}
 * @throws {InvalidArgumentError} if a scope is unknown or the list is empty
 */
export function parseScopes(text: string): readonly Scope[] {
  const names = text.split(/[\s,]+/).filter((name) => name !== '');
  const known = SCOPES.join(', ');
  if (!names.every((name) => SCOPES.some((scope) => scope === name))) {
    throw new InvalidArgumentError(`Unknown scope; the scopes are ${known}.`);
  }
  if (names.length === 0) throw new InvalidArgumentError(`A token needs at least one of: ${known}.`);
  return SCOPES.filter((scope) => names.includes(scope));
}
