import { Command, InvalidArgumentError } from 'commander';
import { parseLifetime } from '../../../shared/operators/lifetime.ts';
import { parseScopes, SCOPES } from '../../../shared/operators/scope.ts';
import type { Scope } from '../../../shared/operators/scope.ts';
import { issueToken } from './issue-token.ts';
import { listTokens } from './list-tokens.ts';
import { revokeToken } from './revoke-token.ts';
import type { Surroundings } from './surroundings.ts';

/** `feature-control token …`: who may read the operators' views. */
export function tokenCommand(surroundings: Surroundings): Command {
  const token = new Command('token').description("Tokens for the sidecar's listener for operators.");
  token
    .command('issue')
    .description('Issues a token. It is printed once, alone on standard output, and stored nowhere.')
    .argument('<name>', 'who it is for, 1 to 64 characters', parseName)
    .requiredOption('--scopes <list>', `what it is good for: ${SCOPES.join(', ')}`, parseScopesOption)
    .option(
      '--expires <time>',
      'how long it is valid, such as 12h, 30d or 1y (default: for ever)',
      parseExpires,
    )
    .action(async (name: string, options: { scopes: readonly Scope[]; expires?: number }) => {
      await issueToken(surroundings, { name, scopes: options.scopes, lifetimeMs: options.expires });
    });
  token
    .command('list')
    .description('Lists who has a token, and for what. Never the tokens themselves.')
    .option('--json', 'as JSON, for programs')
    .action(async ({ json = false }: { json?: boolean }) => {
      await listTokens(surroundings, json);
    });
  token
    .command('revoke')
    .description('Makes a token worthless, at once.')
    .argument('<name-or-hash>', 'the name, or at least 8 digits of the hash that `token list` prints')
    .action(async (which: string) => {
      await revokeToken(surroundings, which);
    });
  return token;
}

/** Names are printed: whatever is in them, a line stays a line. */
const NAME = /^\P{C}{1,64}$/u;

function parseName(text: string): string {
  if (NAME.test(text)) return text;
  throw new InvalidArgumentError('A name has 1 to 64 characters, all of them printable.');
}

function parseScopesOption(text: string): readonly Scope[] {
  const parsed = parseScopes(text);
  if (!parsed.ok) throw new InvalidArgumentError(parsed.problem);
  return parsed.scopes;
}

function parseExpires(text: string): number {
  const lifetimeMs = parseLifetime(text);
  if (lifetimeMs === undefined) {
    throw new InvalidArgumentError('Write a number and m, h, d, w or y, such as 30d; at most 100y.');
  }
  return lifetimeMs;
}
