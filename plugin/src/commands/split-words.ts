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

export interface SplitLine {
  readonly words: readonly Word[];
  /** The word that is being typed: the last in the line, or an empty one after a space. */
  readonly current: Word;
}

/**
 * Splits a line at spaces. A word in `"` or `'` may contain spaces; in it, `\` escapes the quote or another
 * `\`, as in the game's own commands. An unquoted word may contain anything but spaces.
 */
export function splitWords(line: string): SplitLine {
  const words: Word[] = [];
  let at = 0;
  for (;;) {
    while (line[at] === ' ') at += 1;
    if (at === line.length) break;
    const { text, end, isClosed } = /["']/.test(line[at] ?? '') ? readQuoted(line, at) : readBare(line, at);
    const isFollowed = isClosed && end < line.length && line[end] !== ' ';
    if (!isClosed) words.push({ text, start: at, problem: message('input.quote-open') });
    else if (isFollowed) words.push({ text, start: at, problem: message('input.quote-followed') });
    else words.push({ text, start: at });
    at = end;
  }
  const last = words.at(-1);
  const isTyped = last !== undefined && (last.problem !== undefined || !line.endsWith(' '));
  return { words, current: isTyped ? last : { text: '', start: line.length } };
}

interface ReadWord {
  readonly text: string;
  readonly end: number;
  readonly isClosed: boolean;
}

function readBare(line: string, start: number): ReadWord {
  const space = line.indexOf(' ', start);
  const end = space === -1 ? line.length : space;
  return { text: line.slice(start, end), end, isClosed: true };
}

function readQuoted(line: string, start: number): ReadWord {
  const quote = line[start] ?? '';
  let text = '';
  for (let at = start + 1; at < line.length; at += 1) {
    const character = line[at] ?? '';
    const next = line[at + 1] ?? '';
    if (character === quote) return { text, end: at + 1, isClosed: true };
    const isEscape = character === '\\' && (next === quote || next === '\\');
    text += isEscape ? next : character;
    if (isEscape) at += 1;
  }
  return { text, end: line.length, isClosed: false };
}
