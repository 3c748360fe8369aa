/** What a token begins with, so that people and secret scanners know one when they see it. */
const BEGINNING = 'fct_';

/** Random bytes in a token: 256 bits, so guessing is out of the question. */
export const TOKEN_BYTES = 32;

/** 32 bytes are 43 characters of Base64 for URLs. */
const TOKEN = /^fct_[A-Za-z0-9_-]{43}$/;

/** The text of a token, as its owner sees it. @param random {@link TOKEN_BYTES} random bytes, in Base64 for URLs without padding */
export function tokenText(random: string): string {
  return BEGINNING + random;
}

/** Whether a text could be a token at all. What could not is not looked up. */
export function isTokenText(text: string): boolean {
  return TOKEN.test(text);
}

/**
 * The token of an `Authorization: Bearer …` header (G17).
 * @returns undefined where there is none, or no text that could be a token
 */
export function parseBearer(authorization: string | undefined): string | undefined {
  const [scheme = '', text = '', ...rest] = (authorization ?? '').trim().split(/ +/);
  const isBearer = scheme.toLowerCase() === 'bearer' && rest.length === 0;
  return isBearer && isTokenText(text) ? text : undefined;
}
