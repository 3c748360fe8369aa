/** Characters of a name in a log line: names in Redis may have millions. */
const MAX_LOGGED_LENGTH = 100;

/** Puts the beginning of a name in double quotes, for a log line. */
export function quoteBeginning(name: string): string {
  return quote(name.slice(0, MAX_LOGGED_LENGTH));
}

/**
 * Puts text in double quotes, as the game's commands accept it: a `\` precedes each quote and each `\`. Does
 * not escape unprintable characters.
 */
export function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
