import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';
import { orRedisError, runPipeline } from '../../node/redis/redis-replies.ts';
import { hashOf, newTokenText, SCOPES } from '../server/access/token.ts';
import type { IssuedToken, Scope } from '../server/access/token.ts';
import { parseToken, toFields } from '../server/access/tokens.ts';
import type { CommandContext } from './command-context.ts';
import { CommandError } from './command-error.ts';
import { withRedis, withRedisForWrites } from './connected-context.ts';
import type { ConnectedContext } from './connected-context.ts';
import { formatTime, printJson, printTable } from './output.ts';
import type { JsonOption } from './output.ts';
import { parseDurationOrDate } from './times.ts';
import type { TypedTime } from './times.ts';

interface IssueOptions extends JsonOption {
  readonly scopes: readonly Scope[];
  readonly expires?: TypedTime;
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
    .action((name: string, options: IssueOptions) => issueToken(context, name, options));
  token
    .command('list')
    .description('Lists the tokens with owner, scopes and expiry, without the secret itself.')
    .option('--json', 'print JSON, for programs')
    .addHelpText('after', '\nExample:\n  feature-control token list')
    .action(({ json = false }: JsonOption) => listTokens(context, json));
  token
    .command('revoke')
    .description('Revokes a token, with immediate effect.')
    .argument('<name-or-hash>', 'the name, or at least 8 digits of the hash that `token list` prints')
    .option('--json', 'print JSON, for programs')
    .addHelpText('after', '\nExample:\n  feature-control token revoke grafana')
    .action((which: string, { json = false }: JsonOption) => revokeToken(context, which, json));
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
  const names = new Set(text.split(/[\s,]+/).filter((name) => name !== ''));
  const scopes = SCOPES.filter((scope) => names.has(scope));
  if (scopes.length === 0 || scopes.length < names.size)
    throw new InvalidArgumentError(`The scopes are ${SCOPES.join(', ')}.`);
  return scopes;
}

/**
 * Issues a token. Prints the token to standard output, and its details to standard error.
 * @throws {CommandError} if the name is in use: names are unique, so that a token can be revoked by its name
 */
async function issueToken(
  context: CommandContext,
  name: string,
  { scopes, expires, json = false }: IssueOptions,
): Promise<void> {
  const text = newTokenText();
  const token = await withRedisForWrites(context, async (connected): Promise<IssuedToken> => {
    const { keys, redis } = connected;
    const isTaken = (await readTokens(connected)).some((other) => other.name === name);
    if (isTaken)
      throw new CommandError(`the name ${name} is in use: revoke its token first, or choose another name`);
    // Redis deletes the token, by its own clock.
    const createdAt = await connected.redisNow();
    const issued = { hash: hashOf(text), name, scopes, createdAt, expiresAt: expires?.(createdAt) };
    const key = keys.tokenOf(issued.hash);
    const transaction = redis.multi().hset(key, toFields(issued));
    if (issued.expiresAt !== undefined) transaction.pexpireat(key, issued.expiresAt);
    await runPipeline(transaction);
    return issued;
  });
  if (json) {
    printJson(context, { token: text, ...toJson(token) });
    return;
  }
  const until = token.expiresAt === undefined ? 'it is revoked' : formatTime(token.expiresAt);
  context.err(`Issued to ${name}, with the scopes ${scopes.join(', ')}, until ${until}.`);
  context.err('It is shown only once:');
  context.out(text);
}

/** Reads all tokens, of which only the hashes are stored. @throws {RedisError} */
async function readTokens({ commands, keys }: ConnectedContext): Promise<readonly IssuedToken[]> {
  const found = (await commands.keysStartingWith([keys.tokens])).map(async (key) => {
    // Undefined for a key of another type.
    const fields = await commands.hgetall(key);
    return fields && parseToken(key.slice(keys.tokens.length), fields);
  });
  return (await Promise.all(found)).filter((token) => token !== undefined);
}

/** Digits of the hash that are printed: enough to distinguish tokens. The hash is not secret. */
const SHOWN_DIGITS = 12;

const HEADINGS = ['hash', 'name', 'scopes', 'created', 'expires'];

/** Prints all tokens, the oldest first. */
async function listTokens(context: CommandContext, asJson: boolean): Promise<void> {
  const tokens = await withRedis(context, readTokens);
  const ordered = tokens.toSorted((a, b) => a.createdAt - b.createdAt || (a.hash < b.hash ? -1 : 1));
  if (asJson) printJson(context, ordered.map(toJson));
  else if (ordered.length === 0) context.err('There are no tokens.');
  else printTable(context, [HEADINGS, ...ordered.map(toRow)]);
}

function toJson(token: IssuedToken) {
  return { ...token, expiresAt: token.expiresAt ?? null };
}

function toRow({ hash, name, scopes, createdAt, expiresAt }: IssuedToken): string[] {
  const times = [createdAt, expiresAt ?? Infinity].map(formatTime);
  return [hash.slice(0, SHOWN_DIGITS), name, scopes.join(' '), ...times];
}

/**
 * Revokes one token.
 * @param which a name or a prefix of a hash
 * @throws {CommandError} if it matches no token, or more than one
 */
async function revokeToken(context: CommandContext, which: string, json: boolean): Promise<void> {
  const revoked = await withRedisForWrites(context, async (connected) => {
    const token = findOne(await readTokens(connected), which);
    await orRedisError(connected.redis.del(connected.keys.tokenOf(token.hash)));
    return token;
  });
  if (json) printJson(context, { revoked: toJson(revoked) });
  else context.err(`Revoked the token of ${revoked.name}.`);
}

/** A prefix of a hash, of at least 8 digits so that it does not match a token by accident. */
const HASH_PREFIX = /^[0-9a-f]{8,64}$/;

function findOne(tokens: readonly IssuedToken[], which: string): IssuedToken {
  const isHash = HASH_PREFIX.test(which);
  const found = tokens.filter(({ hash, name }) => name === which || (isHash && hash.startsWith(which)));
  const [token] = found;
  if (token === undefined) throw new CommandError(`there is no token ${which}: see token list`);
  if (found.length === 1) return token;
  throw new CommandError(
    `${which} matches ${found.length} tokens: give more digits of the hash, see token list`,
  );
}
