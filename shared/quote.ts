/**
 * Text in double quotes, as it is typed in the game's commands: `\` stands before a quote and another `\`.
 * Not escaped.
 */
export function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
