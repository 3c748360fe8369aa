import { hashOf, newTokenText } from '../server/token.ts';
import type { IssuedToken, Scope } from '../server/token.ts';
import { TokenStore } from './token-store.ts';
import type { RedisClient } from '../../node/redis/redis-client.ts';
import { redisNow } from './blocklists/create-editor.ts';
import { withRedis, withRedisForWrites } from './command-context.ts';
import { CommandError } from './command-error.ts';
import { formatTime, printJson, printTable } from './output.ts';
import type { CommandContext } from './command-context.ts';
import type { TypedEnd } from './times.ts';

export interface TokenRequest {
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Undefined if the token does not expire. */
  readonly expires: TypedEnd | undefined;
  /** Whether the token is printed as JSON. */
  readonly json: boolean;
}

/**
 * Issues a token. Prints the token to standard output, and its details to standard error.
 * @throws {CommandError} if the name is in use: names are unique, so that a token can be revoked by its name
 */
export async function issueToken(
  context: CommandContext,
  { name, scopes, expires, json }: TokenRequest,
): Promise<void> {
  const text = newTokenText();
  const token = await withTokens(withRedisForWrites, context, async (store, redis): Promise<IssuedToken> => {
    const isTaken = (await store.list()).some((other) => other.name === name);
    if (isTaken)
      throw new CommandError(`the name ${name} is in use: revoke its token first, or choose another name`);
    // Redis deletes the token, by its own clock.
    const createdAt = await redisNow(redis);
    const expiresAt = expires?.(createdAt);
    const issued = { hash: hashOf(text), name, scopes, createdAt, expiresAt };
    await store.add(issued);
    return issued;
  });
  if (json) {
    printJson(context, { token: text, ...toJson(token) });
    return;
  }
  const { expiresAt } = token;
  const until =
    expiresAt === undefined ? 'until it is revoked' : `until ${new Date(expiresAt).toISOString()}`;
  context.err(`Issued to ${name}, with the scopes ${scopes.join(', ')}, ${until}.`);
  context.err('It is shown only once:');
  context.out(text);
}

/** Digits of the hash that are printed: enough to distinguish tokens. The hash is not secret. */
const SHOWN_DIGITS = 12;

const HEADINGS = ['hash', 'name', 'scopes', 'created', 'expires'];

/** Prints all tokens, the oldest first. */
export async function listTokens(context: CommandContext, asJson: boolean): Promise<void> {
  const tokens = await withTokens(withRedis, context, async (store) => await store.list());
  const ordered = tokens.toSorted((a, b) => a.createdAt - b.createdAt || (a.hash < b.hash ? -1 : 1));
  if (asJson) {
    printJson(context, ordered.map(toJson));
  } else if (ordered.length === 0) context.err('There are no tokens.');
  else printTable(context, [HEADINGS, ...ordered.map((token) => toRow(token, context.nowMs()))]);
}

function toJson(token: IssuedToken) {
  return { ...token, expiresAt: token.expiresAt ?? null };
}

function toRow({ hash, name, scopes, createdAt, expiresAt }: IssuedToken, nowMs: number): string[] {
  const isExpired = expiresAt !== undefined && expiresAt <= nowMs;
  const expires = expiresAt === undefined ? 'never' : formatTime(expiresAt) + (isExpired ? ' (expired)' : '');
  return [hash.slice(0, SHOWN_DIGITS), name, scopes.join(' '), formatTime(createdAt), expires];
}

/**
 * Revokes one token.
 * @param which a name or a prefix of a hash; a name takes precedence
 * @throws {CommandError} if it matches no token, or more than one
 */
export async function revokeToken(context: CommandContext, which: string, json: boolean): Promise<void> {
  const revoked = await withTokens(withRedisForWrites, context, async (store) => {
    const token = findOne(await store.list(), which);
    await store.remove(token.hash);
    return token;
  });
  if (json) printJson(context, { revoked: toJson(revoked) });
  else context.err(`Revoked the token of ${revoked.name}.`);
}

/** A prefix of a hash, of at least 8 digits so that it does not match a token by accident. */
const HASH_PREFIX = /^[0-9a-f]{8,64}$/;

function findOne(tokens: readonly IssuedToken[], which: string): IssuedToken {
  const named = tokens.filter(({ name }) => name === which);
  const isHash = named.length === 0 && HASH_PREFIX.test(which);
  const found = isHash ? tokens.filter(({ hash }) => hash.startsWith(which)) : named;
  const [token] = found;
  if (token === undefined) throw new CommandError(`there is no token ${which}: see token list`);
  if (found.length === 1) return token;
  throw new CommandError(
    `${which} matches ${found.length} tokens: give more digits of the hash, see token list`,
  );
}

async function withTokens<T>(
  connect: typeof withRedis,
  context: CommandContext,
  work: (store: TokenStore, redis: RedisClient) => Promise<T>,
): Promise<T> {
  return await connect(context, async (redis, keys) => await work(new TokenStore(redis, keys), redis));
}
