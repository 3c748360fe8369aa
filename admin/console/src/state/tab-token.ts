const NAME = 'feature-control.token';

/**
 * The token of this tab, which survives a reload, but is in no other tab. Browsers that block the data of
 * sites throw at each access: the token then lives as long as the page.
 */
export const tabToken = {
  /** @returns undefined while nobody is signed in */
  read(): string | undefined {
    try {
      return sessionStorage.getItem(NAME) ?? undefined;
    } catch {
      return undefined;
    }
  },
  /** @param token undefined to forget it */
  write(token: string | undefined): void {
    try {
      if (token === undefined) sessionStorage.removeItem(NAME);
      else sessionStorage.setItem(NAME, token);
    } catch {
      // The page has its token in memory.
    }
  },
};
