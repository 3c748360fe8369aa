import { continuesTime } from '../../../shared/feature-control/block-end.ts';
import { message } from '../messages/message.ts';
import type { Message } from '../messages/message.ts';
import { splitWords } from './split-words.ts';
import type { Word } from './split-words.ts';

/** The values of options, such as `--for 30m`, by name without the hyphens; empty for a flag. */
export type Options = ReadonlyMap<string, string>;

/** An unquoted value of this option has all words up to the next option. */
const TEXT = 'reason';
/** The values of these options may have several words, such as `2h 30m`. */
const TIMES = ['for', 'until'];

/** The options of a command. */
interface OptionNames {
  /** With a value. */
  readonly options?: readonly string[];
  /** Without a value. */
  readonly flags?: readonly string[];
}

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
 * @param command whose options they are
 * @param usage of the command, as it is typed
 */
export function separateOptions(
  line: string,
  { flags = [], options: names = [] }: OptionNames,
  usage = '',
): SeparatedWords {
  const others: string[] = [];
  const options = new Map<string, string>();
  let pending: string | undefined;
  let problem: Message | undefined;
  let remaining = splitWords(line).words;
  for (let word = remaining[0]; word !== undefined; word = remaining[0]) {
    const { start, text, problem: quoting } = word;
    remaining = remaining.slice(1);
    if (pending === TEXT && /^(?!--|["'])/.test(line.slice(start))) {
      const end = endOfText(line, start);
      options.set(pending, line.slice(start, end).trimEnd());
      if (end < line.length) pending = undefined;
      // Quotes in a text are a part of it.
      remaining = splitWords(line.slice(end).padStart(line.length)).words;
      continue;
    }
    problem ??= quoting;
    if (line.startsWith('--', start)) {
      if (pending !== undefined) problem ??= withoutValue(pending);
      pending = text.slice(2);
      if (flags.includes(pending)) {
        options.set(pending, '');
        pending = undefined;
      } else if (!names.includes(pending))
        problem ??= message('input.option-unknown', { option: text, usage });
      else if (options.has(pending)) problem ??= message('input.option-twice', { option: text });
    } else if (pending !== undefined) {
      const more = TIMES.includes(pending) ? timeWords(remaining) : [];
      remaining = remaining.slice(more.length);
      options.set(pending, [text, ...more].join(' '));
      // A word behind a time that does not continue it may be meant as a part of it.
      const isUnclear = TIMES.includes(pending) && others.length > 0 && isName(remaining[0], line);
      if (isUnclear) problem ??= message('help.usage', { usage });
      pending = undefined;
    } else others.push(text);
  }
  if (pending !== undefined && !options.has(pending)) problem ??= withoutValue(pending);
  return { words: others, options, pending, problem };
}

/** Returns the first words that continue a time. */
function timeWords(words: readonly Word[]): readonly string[] {
  const end = words.findIndex(({ text }) => !continuesTime(text));
  return words.slice(0, end === -1 ? undefined : end).map(({ text }) => text);
}

function isName(word: Word | undefined, line: string): boolean {
  return word !== undefined && !line.startsWith('--', word.start);
}

/** Returns the position of the next option, or the end of the line. */
function endOfText(line: string, start: number): number {
  const next = line.indexOf(' --', start);
  return next === -1 ? line.length : next;
}

function withoutValue(name: string): Message {
  return message('input.option-empty', { option: `--${name}` });
}
