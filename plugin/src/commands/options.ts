import { message } from '../messages/message.ts';
import type { Message } from '../messages/message.ts';
import { quoteWord } from './reply.ts';
import type { Word } from './split-words.ts';

/** By name, without the hyphens, the values of options: `--for 30m`. */
export type Options = ReadonlyMap<string, string>;

export interface SeparatedWords {
  readonly words: readonly string[];
  readonly options: Options;
  /** Of the last word, the option whose value it is to be; undefined where it is none. */
  readonly pending: string | undefined;
  /** One sentence where the options cannot be understood. */
  readonly problem: Message | undefined;
}

/**
 * Separates options from other words. A word in quotes is never the name of an option.
 * @param names of the options that the command has; without any, `--` means nothing
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
    if (pending !== undefined) {
      if (options.has(pending)) problem ??= message('input.option-twice', { option: `--${pending}` });
      options.set(pending, text);
      pending = undefined;
    } else if (names.length > 0 && line.startsWith('--', start)) {
      pending = text.slice(2);
      if (!names.includes(pending))
        problem ??= message('input.option-unknown', { option: quoteWord(text), options: listOptions(names) });
    } else others.push(text);
  }
  if (pending !== undefined) problem ??= message('input.option-empty', { option: `--${pending}` });
  return { words: others, options, pending, problem };
}

function listOptions(names: readonly string[]): string {
  return names.map((name) => `--${name}`).join(', ');
}
