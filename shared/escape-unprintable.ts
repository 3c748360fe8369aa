/**
 * Escapes text for a log or a terminal, so that it cannot leave its line or change the colours, the cursor or
 * the text direction of the surrounding text.
 *
 * Escaped are the control characters (C0, DEL, C1), line and paragraph separators, all invisible format
 * characters (including bidirectional marks, zero-width characters and the byte order mark), lone surrogates,
 * and the section sign, which starts a Minecraft colour code and works on a proxy's console, too. Backslashes
 * are not escaped, so escaping twice equals escaping once.
 * @returns the text with each such character as `\uXXXX`, one per UTF-16 code unit, in lower case; escaped
 * JSON keeps its meaning
 */
export function escapeUnprintable(text: string): string {
  return text.replace(UNPRINTABLE, (character) => character.split('').map(escapeCodeUnit).join(''));
}

const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Surrogate}\p{Zl}\p{Zp}§]/gu;

function escapeCodeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
