/**
 * Text as it is written to a log or a terminal, wherever it came from: it stays within its line, and changes
 * neither the colours, the cursor nor the direction of what stands around it.
 *
 * Escaped are the control characters (C0, DEL, C1), the separators of lines and paragraphs, all invisible
 * format characters (the bidirectional marks, zero-width characters and the byte order mark among them),
 * halves of surrogate pairs, and the section sign, with which Minecraft begins a colour, on the console of a
 * proxy as well. A backslash is left alone, so that escaping twice is escaping once.
 * @returns each of these as the `\uXXXX` of its UTF-16 code units, in lower case: JSON stays JSON with the
 * same meaning
 */
export function escapeUnprintable(text: string): string {
  return text.replace(UNPRINTABLE, (character) => character.split('').map(escapeCodeUnit).join(''));
}

const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Surrogate}\p{Zl}\p{Zp}§]/gu;

function escapeCodeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
