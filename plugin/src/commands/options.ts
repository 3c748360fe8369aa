import { message } from '../messages/message.ts';
import type { Message } from '../messages/message.ts';
import type { Word } from './split-words.ts';

/** The values of options, such as `--for 30m`, by name without the hyphens. */
export type Options = ReadonlyMap<string, string>;

export interface SeparatedWords {
  readonly words: readonly string[];
  readonly options: Options;
  /** The option at the end of the line, whose value is still missing; undefined if there is none. */
  readonly pending: string | undefined;
  /** One sentence if the options are invalid. */
  readonly problem: Message | undefined;
}

/**
 * Separates options from other words. A quoted word is never the name of an option, and an unquoted one that
 * begins with `--` is never a value.
 * @param names the options of the command; if it has none, `--` has no special meaning
 */
export function separateOptions(
  line: string,
  words: readonly Word[],
  names: readonly string[],
): SeparatedWords {
  const others: string[] = [];
  const options = new Map<string, string>();
  let pending: string | undefined;
  let problem: Message | undefined;
  for (const { text, start } of words) {
    if (names.length > 0 && line.startsWith('--', start)) {
      if (pending !== undefined) problem ??= withoutValue(pending);
      pending = text.slice(2);
      if (!names.includes(pending))
        problem ??= message('input.option-unknown', { option: text, options: listOptions(names) });
    } else if (pending !== undefined) {
      if (options.has(pending)) problem ??= message('input.option-twice', { option: `--${pending}` });
      options.set(pending, text);
      pending = undefined;
    } else others.push(text);
  }
  if (pending !== undefined) problem ??= withoutValue(pending);
  return { words: others, options, pending, problem };
}

function withoutValue(name: string): Message {
  return message('input.option-empty', { option: `--${name}` });
}

function listOptions(names: readonly string[]): string {
  return names.map((name) => `--${name}`).join(', ');
}
