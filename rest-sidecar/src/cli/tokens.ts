import { hashOf, newTokenText } from '../operators/token.ts';
import type { IssuedToken, Scope } from '../operators/token.ts';
import { TokenStore } from '../operators/token-store.ts';
import { withRedis } from './command-context.ts';
import { Failure } from './failure.ts';
import { printJson, printTable } from './output.ts';
import type { CommandContext } from './command-context.ts';

export interface TokenRequest {
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Undefined for ever. */
  readonly lifetimeMs: number | undefined;
  /** Whether it is printed as JSON. */
  readonly json: boolean;
}

/**
 * Prints a new token on standard output, and all that is said about it on standard error. Names are given
 * once, so that a token can be revoked by its name.
 */
export async function issueToken(
  context: CommandContext,
  { name, scopes, lifetimeMs, json }: TokenRequest,
): Promise<void> {
  const createdAt = context.nowMs();
  const expiresAt = lifetimeMs === undefined ? undefined : createdAt + lifetimeMs;
  const text = newTokenText();
  const token = { hash: hashOf(text), name, scopes, createdAt, expiresAt };
  await withTokens(context, async (store) => {
    const isTaken = (await store.list()).some((other) => other.name === name);
    if (isTaken) throw new Failure(`${name} has a token already: revoke it first, or choose another name`);
    await store.add(token);
  });
  if (json) {
    printJson(context, { token: text, ...toJson(token) });
    return;
  }
  const until =
    expiresAt === undefined ? 'until it is revoked' : `until ${new Date(expiresAt).toISOString()}`;
  context.err(`Issued to ${name}, with the scopes ${scopes.join(', ')}, ${until}.`);
  context.err('This is the only time that it is shown:');
  context.out(text);
}

/** Digits of the hash that are printed: enough to distinguish tokens, and no secret. */
const SHOWN_DIGITS = 12;

const HEADINGS = ['hash', 'name', 'scopes', 'created', 'expires'];

export async function listTokens(context: CommandContext, asJson: boolean): Promise<void> {
  const tokens = await withTokens(context, async (store) => await store.list());
  const ordered = tokens.toSorted((a, b) => a.createdAt - b.createdAt || (a.hash < b.hash ? -1 : 1));
  if (asJson) {
    printJson(context, ordered.map(toJson));
  } else if (ordered.length === 0) context.err('No token is issued.');
  else printTable(context, [HEADINGS, ...ordered.map((token) => toRow(token, context.nowMs()))]);
}

function toJson(token: IssuedToken) {
  return { ...token, expiresAt: token.expiresAt ?? null };
}

function toRow({ hash, name, scopes, createdAt, expiresAt }: IssuedToken, nowMs: number): string[] {
  const isOver = expiresAt !== undefined && expiresAt <= nowMs;
  const expires = expiresAt === undefined ? 'never' : minute(expiresAt) + (isOver ? ' (over)' : '');
  return [hash.slice(0, SHOWN_DIGITS), name, scopes.join(' '), minute(createdAt), expires];
}

function minute(epochMs: number): string {
  return `${new Date(epochMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** @param which a name or the beginning of a hash; a name counts first */
export async function revokeToken(context: CommandContext, which: string, json: boolean): Promise<void> {
  const revoked = await withTokens(context, async (store) => {
    const token = findOne(await store.list(), which);
    await store.remove(token.hash);
    return token;
  });
  if (json) printJson(context, { revoked: toJson(revoked) });
  else context.err(`Revoked the token of ${revoked.name}.`);
}

/** The beginning of a hash, long enough to be meant. */
const HASH_BEGINNING = /^[0-9a-f]{8,64}$/;

function findOne(tokens: readonly IssuedToken[], which: string): IssuedToken {
  const named = tokens.filter(({ name }) => name === which);
  const isHash = named.length === 0 && HASH_BEGINNING.test(which);
  const found = isHash ? tokens.filter(({ hash }) => hash.startsWith(which)) : named;
  const [token] = found;
  if (token === undefined) throw new Failure(`no token is called ${which}: see token list`);
  if (found.length === 1) return token;
  throw new Failure(`${which} means ${found.length} tokens: give more digits of its hash, see token list`);
}

async function withTokens<T>(context: CommandContext, work: (store: TokenStore) => Promise<T>): Promise<T> {
  return await withRedis(context, async (redis, keys) => await work(new TokenStore(redis, keys)));
}
