import type { IssuedToken } from '../../../shared/operators/stored-token.ts';
import { Failure } from './surroundings.ts';
import type { Surroundings } from './surroundings.ts';
import { withTokenStore } from './with-token-store.ts';

/** The beginning of a hash, long enough to be meant. */
const HASH_BEGINNING = /^[0-9a-f]{8,64}$/;

/** @param which a name or the beginning of a hash; a name counts first */
export async function revokeToken(surroundings: Surroundings, which: string): Promise<void> {
  const revoked = await withTokenStore(surroundings, async (store) => {
    const token = theOne(await store.list(), which);
    await store.remove(token.hash);
    return token;
  });
  surroundings.err(`Revoked the token of ${revoked.name}.`);
}

function theOne(tokens: readonly IssuedToken[], which: string): IssuedToken {
  const named = tokens.filter(({ name }) => name === which);
  const isHash = named.length === 0 && HASH_BEGINNING.test(which);
  const [token, ...others] = isHash ? tokens.filter(({ hash }) => hash.startsWith(which)) : named;
  if (token === undefined) throw new Failure(`no token is called ${which}: see token list`);
  if (others.length > 0)
    throw new Failure(
      `${which} means ${others.length + 1} tokens: give more digits of its hash, see token list`,
    );
  return token;
}
