import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';
import { SCOPES } from '../operators/token.ts';
import type { Scope } from '../operators/token.ts';
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

/** `feature-control token …`: who may read the operators' views. */
export function addTokenCommand(program: Command, context: CommandContext): void {
  const token = program.command('token').description("Tokens for the sidecar's listener for operators.");
  token
    .command('issue')
    .description('Issues a token. It is printed once, alone on standard output, and stored nowhere.')
    .argument('<name>', 'who it is for, 1 to 64 characters', parseName)
    .requiredOption('--scopes <list>', `what it is good for: ${SCOPES.join(', ')}`, parseScopes)
    .option(
      '--expires <time>',
      'how long it is valid, such as 12h, 30d or 1y (default: for ever)',
      parseLifetime,
    )
    .option('--json', 'print JSON, for programs: the token with what it is good for')
    .addHelpText('after', ISSUE_EXAMPLES)
    .action(async (name: string, { scopes, expires, json = false }: IssueOptions) => {
      await issueToken(context, { name, scopes, lifetimeMs: expires, json });
    });
  token
    .command('list')
    .description('Lists who has a token, and for what. Never the tokens themselves.')
    .option('--json', 'print JSON, for programs')
    .addHelpText('after', '\nExample:\n  feature-control token list')
    .action(async ({ json = false }: { json?: boolean }) => {
      await listTokens(context, json);
    });
  token
    .command('revoke')
    .description('Revokes a token, at once.')
    .argument('<name-or-hash>', 'the name, or at least 8 digits of the hash that `token list` prints')
    .option('--json', 'print JSON, for programs')
    .addHelpText('after', '\nExample:\n  feature-control token revoke grafana')
    .action(async (which: string, { json = false }: { json?: boolean }) => {
      await revokeToken(context, which, json);
    });
}

/** Names are printed: whatever is in them, a line stays a line. */
const NAME = /^\P{C}{1,64}$/u;

function parseName(text: string): string {
  if (NAME.test(text)) return text;
  throw new InvalidArgumentError('A name has 1 to 64 characters, all of them printable.');
}

/**
 * Scopes as an operator writes them, separated by commas or blanks.
 * @returns each once, in the order of {@link SCOPES}
 * @throws {InvalidArgumentError}
 */
export function parseScopes(text: string): readonly Scope[] {
  const names = text.split(/[\s,]+/).filter((name) => name !== '');
  const known = SCOPES.join(', ');
  if (!names.every((name) => SCOPES.some((scope) => scope === name))) {
    throw new InvalidArgumentError(`There is no scope of that name; there are ${known}.`);
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

const LONGEST_MS = 100 * 31_536_000_000;

/**
 * How long something lasts, as an operator writes it: `30d`, `12h`, `1y`.
 * @returns milliseconds, 1 minute to 100 years
 * @throws {InvalidArgumentError}
 */
export function parseLifetime(text: string): number {
  const [, count, unit = ''] = /^([1-9]\d{0,5})([mhdwy])$/.exec(text) ?? [];
  const lifetimeMs = Number(count) * (UNIT_MS[unit] ?? NaN);
  if (lifetimeMs <= LONGEST_MS) return lifetimeMs;
  throw new InvalidArgumentError('Write a number and m, h, d, w or y, such as 30d; at most 100y.');
}
