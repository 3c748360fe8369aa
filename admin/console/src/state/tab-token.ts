const NAME = 'feature-control.token';

/** The token of this tab, which survives a reload, but is in no other tab. */
export interface TabToken {
  /** Returns the token; undefined while nobody is signed in. */
  read(): string | undefined;
  /** @param token undefined to forget it */
  write(token: string | undefined): void;
}

/** Browsers that block the data of sites throw at each access: the token then lives as long as the page. */
export const tabToken: TabToken = {
  read() {
    try {
      return sessionStorage.getItem(NAME) ?? undefined;
    } catch {
      return undefined;
    }
  },
  write(token) {
    try {
      if (token === undefined) sessionStorage.removeItem(NAME);
      else sessionStorage.setItem(NAME, token);
    } catch {
      // The page has its token in memory.
    }
  },
};
