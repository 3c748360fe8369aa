/** Formats a text as one argument of a shell such as bash, in single quotes if it needs them. */
export function quoteForShell(text: string): string {
  // A shell expands {1..9}, but no other braces without a comma.
  const isPlain = /^[\w@:{}.-]+$/.test(text) && !text.includes('..');
  return isPlain ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
