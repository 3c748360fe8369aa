/**
 * The result of what can fail as expected, such as parsing. Mistakes of programs are exceptions instead.
 * @typeParam Problem what is wrong; by default a text, which the function describes
 */
export type Result<Value, Problem = string> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: Problem };
