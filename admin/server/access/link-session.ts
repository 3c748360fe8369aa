import { randomBytes } from 'node:crypto';
import { hashOf, newTokenText, SCOPES } from './token.ts';
import type { IssuedToken } from './token.ts';

/**
 * The session of the tab in which the link that the server prints was opened. The key in the link works once,
 * for a token that only this process knows, and that ends with it.
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
   * @returns the text of its token; undefined if the key is wrong or already used
   */
  open(key: string, nowMs: number): string | undefined {
    if (this.#keyHash === undefined || hashOf(key) !== this.#keyHash) return undefined;
    this.#keyHash = undefined;
    const text = newTokenText();
    this.#session = {
      hash: hashOf(text),
      name: this.#actor,
      scopes: SCOPES,
      createdAt: nowMs,
      expiresAt: undefined,
    };
    return text;
  }

  /** Returns the token of the session; undefined if the hash is not that of its text. */
  find(hash: string): IssuedToken | undefined {
    return hash === this.#session?.hash ? this.#session : undefined;
  }

  /** Ends the session, if the hash is that of its token. @returns whether it is */
  end(hash: string): boolean {
    if (this.#session?.hash !== hash) return false;
    this.#session = undefined;
    return true;
  }
}
