/**
 * Puts text in double quotes, as the game's commands accept it: a `\` precedes each quote and each `\`. Does
 * not escape unprintable characters.
 */
export function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
