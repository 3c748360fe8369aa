import { randomBytes } from 'node:crypto';
import { hashOf, SCOPES } from './token.ts';
import type { IssuedToken } from './token.ts';

/**
 * The session of the browser that has opened the link which the server prints. The key in the link works
 * once. The session is known only to this process, and ends with it.
 */
export class LinkSession {
  readonly #actor: string;
  #keyHash: string | undefined;
  #session: IssuedToken | undefined;

  /** @param actor who has started the server: the actor of changes in the history */
  constructor(actor: string) {
    this.#actor = actor;
  }

  /** Creates the one-time key, and replaces an earlier one. */
  createKey(): string {
    const key = randomBytes(32).toString('base64url');
    this.#keyHash = hashOf(key);
    return key;
  }

  /**
   * Starts a session, with all scopes.
   * @returns the secret of the session, for a cookie; undefined if the key is wrong or already used
   */
  open(key: string, nowMs: number): string | undefined {
    if (this.#keyHash === undefined || hashOf(key) !== this.#keyHash) return undefined;
    this.#keyHash = undefined;
    const secret = randomBytes(32).toString('base64url');
    this.#session = {
      hash: hashOf(secret),
      name: this.#actor,
      scopes: SCOPES,
      createdAt: nowMs,
      expiresAt: undefined,
    };
    return secret;
  }

  /** Returns what the session permits; undefined if there is no session with this secret. */
  find(secret: string): IssuedToken | undefined {
    return hashOf(secret) === this.#session?.hash ? this.#session : undefined;
  }

  /** Ends the session, if the hash is that of its secret. @returns whether it is */
  end(hash: string): boolean {
    if (this.#session?.hash !== hash) return false;
    this.#session = undefined;
    return true;
  }
}

/**
 * The name of the cookie. Browsers send cookies to all ports of a host, so that several servers on this
 * machine need different names.
 */
export function cookieName(port: number | undefined): string {
  return `feature-control-${port ?? 0}`;
}

/** Returns the value of a cookie; undefined if the request does not have it. */
export function readCookie(cookies: string | undefined, name: string): string | undefined {
  const pairs = cookies?.split(/; */).map((pair) => pair.split(/=(.*)/s)) ?? [];
  return pairs.find(([each]) => each === name)?.[1];
}
