/** Formats a text as one argument of a POSIX shell, in single quotes if it needs them. */
export function quoteForShell(text: string): string {
  return /^[\w@:.-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
