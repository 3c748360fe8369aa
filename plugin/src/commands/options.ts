import { message } from '../messages/message.ts';
import type { Message } from '../messages/message.ts';
import type { Word } from './split-words.ts';

/** The values of options, such as `--for 30m`, by name without the hyphens. */
export type Options = ReadonlyMap<string, string>;

/** An unquoted value of this option is the rest of the line. */
const REST_OF_LINE = 'reason';

export interface SeparatedWords {
  readonly words: readonly string[];
  readonly options: Options;
  /** The option whose value is at the end of the line, or still missing; undefined if there is none. */
  readonly pending: string | undefined;
  /** One sentence if the quotes or the options are invalid. */
  readonly problem: Message | undefined;
}

/**
 * Separates options, in any place, from other words. A quoted word is never the name of an option, and an
 * unquoted one that begins with `--` is never a value.
 * @param names the options of the command
 * @param usage of the command, as it is typed
 */
export function separateOptions(
  line: string,
  words: readonly Word[],
  names: readonly string[],
  usage = '',
): SeparatedWords {
  const others: string[] = [];
  const options = new Map<string, string>();
  let pending: string | undefined;
  let problem: Message | undefined;
  for (const { text, start, problem: quoting } of words) {
    if (pending === REST_OF_LINE && /^(?!--|["'])/.test(line.slice(start))) {
      options.set(pending, line.slice(start).trimEnd());
      return { words: others, options, pending, problem };
    }
    problem ??= quoting;
    if (line.startsWith('--', start)) {
      if (pending !== undefined) problem ??= withoutValue(pending);
      pending = text.slice(2);
      if (!names.includes(pending)) problem ??= message('input.option-unknown', { option: text, usage });
      else if (options.has(pending)) problem ??= message('input.option-twice', { option: text });
    } else if (pending !== undefined) {
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
