import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';
import { SCOPES } from '../server/token.ts';
import type { Scope } from '../server/token.ts';
import type { CommandContext } from './command-context.ts';
import { issueToken, listTokens, revokeToken } from './tokens.ts';

interface IssueOptions {
  readonly scopes: readonly Scope[];
  readonly expires?: number;
  readonly json?: boolean;
}

const ISSUE_EXAMPLES = `
Examples:
  feature-control token issue grafana --scopes metrics:read
  feature-control token issue anna --scopes blocklists:read,blocklists:write --expires 30d`;

/** Adds `feature-control token …`, which manages the tokens of the operator listener. */
export function addTokenCommand(program: Command, context: CommandContext): void {
  const token = program
    .command('token')
    .description("Manages the tokens of the sidecar's operator listener.");
  token
    .command('issue')
    .description('Issues a token. It is printed once, as the only line on standard output, and not stored.')
    .argument('<name>', 'the name of its owner, 1 to 64 characters', parseName)
    .requiredOption('--scopes <list>', `its scopes, separated by commas: ${SCOPES.join(', ')}`, parseScopes)
    .option(
      '--expires <time>',
      'its lifetime, such as 12h, 30d or 1y (default: it does not expire)',
      parseLifetime,
    )
    .option('--json', 'print JSON, for programs: the token with its name, scopes and expiry')
    .addHelpText('after', ISSUE_EXAMPLES)
    .action(async (name: string, { scopes, expires, json = false }: IssueOptions) => {
      await issueToken(context, { name, scopes, lifetimeMs: expires, json });
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

const UNIT_MS: Readonly<Record<string, number>> = {
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
  y: 31_536_000_000,
};

/** 100 years. */
const MAX_LIFETIME_MS = 100 * 31_536_000_000;

/**
 * Parses a lifetime such as `30d`, `12h` or `1y`.
 * @returns milliseconds, 1 minute to 100 years
 * @throws {InvalidArgumentError} for any other text
 */
export function parseLifetime(text: string): number {
  const [, count, unit = ''] = /^([1-9]\d{0,5})([mhdwy])$/.exec(text) ?? [];
  const lifetimeMs = Number(count) * (UNIT_MS[unit] ?? NaN);
  if (lifetimeMs <= MAX_LIFETIME_MS) return lifetimeMs;
  throw new InvalidArgumentError('Write a number and m, h, d, w or y, such as 30d; at most 100y.');
}
