import { message } from '../messages/message.ts';
import type { Message } from '../messages/message.ts';

/** One word of a command line, without the quotes around it. */
export interface Word {
  readonly text: string;
  /** Its position in the line, including the opening quote. */
  readonly start: number;
  /** One sentence if its quotes are invalid. */
  readonly problem?: Message;
}

interface SplitLine {
  readonly words: readonly Word[];
  /** The word that is being typed: the last in the line, or an empty one after a space. */
  readonly current: Word;
}

/** A word in quotes, the last of which may be missing, or an unquoted one. */
const WORD = /(["'])((?:\\(?:\1|\\)|(?!\1).)*)(\1?)|[^ ]+/gs;

/**
 * Splits a line at spaces. A word in `"` or `'` may contain spaces; in it, `\` escapes the quote or another
 * `\`, as in the game's own commands. An unquoted word may contain anything but spaces.
 */
export function splitWords(line: string): SplitLine {
  const words = Array.from(line.matchAll(WORD), (match): Word => {
    const { 0: word, 1: quote, 2: quoted = '', 3: closing, index: start } = match;
    if (quote === undefined) return { text: word, start };
    const text = quoted.replace(new RegExp(`\\\\([\\\\${quote}])`, 'g'), '$1');
    const isFollowed = /^[^ ]/s.test(line.slice(start + word.length));
    return closing === '' || isFollowed ? { text, start, problem: message('input.quote') } : { text, start };
  });
  const last = words.at(-1);
  const isTyped = last !== undefined && (last.problem !== undefined || !line.endsWith(' '));
  return { words, current: isTyped ? last : { text: '', start: line.length } };
}
