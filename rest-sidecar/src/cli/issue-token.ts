import type { Scope } from '../../../shared/operators/scope.ts';
import { hashOf, newTokenText } from '../operators/token-secrets.ts';
import { Failure } from './surroundings.ts';
import type { Surroundings } from './surroundings.ts';
import { withTokenStore } from './with-token-store.ts';

export interface TokenWish {
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Undefined for ever. */
  readonly lifetimeMs: number | undefined;
}

/** Prints a new token on standard output, and all that is said about it on standard error. Names are given once, so that one can be revoked by its name. */
export async function issueToken(
  surroundings: Surroundings,
  { name, scopes, lifetimeMs }: TokenWish,
): Promise<void> {
  const createdAt = surroundings.nowMs();
  const expiresAt = lifetimeMs === undefined ? undefined : createdAt + lifetimeMs;
  const text = newTokenText();
  await withTokenStore(surroundings, async (store) => {
    const isTaken = (await store.list()).some((token) => token.name === name);
    if (isTaken) throw new Failure(`${name} has a token already: revoke it first, or choose another name`);
    await store.add({ hash: hashOf(text), name, scopes, createdAt, expiresAt });
  });
  const until =
    expiresAt === undefined ? 'until it is revoked' : `until ${new Date(expiresAt).toISOString()}`;
  surroundings.err(`Issued to ${name}, good for ${scopes.join(', ')}, ${until}.`);
  surroundings.err('This is the only time that it is shown:');
  surroundings.out(text);
}
