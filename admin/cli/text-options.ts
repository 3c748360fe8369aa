import type { Command, Option } from 'commander';
import { continuesTime } from '../../shared/feature-control/block-end.ts';

/**
 * What the help calls values that may have several words: texts, and times such as `2h 30m`. Other values,
 * such as `<client>`, are one word.
 */
const TEXTS = ['text', 'name', 'id=name', 'name=value'];
const TIMES = ['duration', 'date', 'time'];

/** Whether the value of an option has all words up to the next option. */
export function takesText(option: Option): boolean {
  return TEXTS.includes(placeholderOf(option));
}

function placeholderOf({ flags }: Option): string {
  return /<([^<>]{1,40})>$/.exec(flags)?.[1] ?? '';
}

/**
 * Joins the words of each text, which ends at the next option, and of each time. So no word of
 * `--reason too fast` is the name of a feature.
 * @returns the arguments, in which each option is one argument with its value
 * @throws {CommanderError} if a value is missing; if a word follows a text in quotes; or if names are given
 * before and behind the value of an option, which may be one of several words
 */
export function joinTexts(program: Command, args: readonly string[]): readonly string[] {
  const joined: string[] = [];
  let command: Command = program;
  let operands = 0;
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? '';
    if (arg === '--') return [...joined, ...args.slice(at)];
    const option = optionOf(command, arg);
    if (option?.required !== true) {
      joined.push(arg);
      const subcommand = command.commands.find((each) => each.name() === arg);
      if (subcommand !== undefined) command = subcommand;
      else if (!arg.startsWith('-')) operands += 1;
      continue;
    }
    const [, flag = arg, given] = /^([^=]+)=(.*)$/s.exec(arg) ?? [];
    const first = given ?? valueAt(command, args, at + 1);
    if (first === undefined) command.error(`error: option '${option.flags}' argument missing`);
    if (given === undefined) at += 1;
    const more = moreWords(option, wordsFrom(args, at + 1));
    at += more.length;
    const isQuoted = /\s/.test(first) && takesText(option) && more.length > 0;
    const hasNameBehind = operands > 0 && takesMore(command, operands) && wordsFrom(args, at + 1).length > 0;
    if (isQuoted || hasNameBehind) command.error(`error: write all names before ${flag}, or in quotes`);
    joined.push(`${flag}=${[first, ...more].join(' ')}`);
  }
  return joined;
}

/** @returns undefined if the argument is not a value, but an option or the end of all options */
function valueAt(command: Command, args: readonly string[], at: number): string | undefined {
  const arg = args[at];
  return arg === undefined || arg === '--' || optionOf(command, arg) !== undefined ? undefined : arg;
}

/** Returns the words up to the next argument with a hyphen. */
function wordsFrom(args: readonly string[], from: number): readonly string[] {
  const end = args.findIndex((arg, at) => at >= from && arg.startsWith('-'));
  return args.slice(from, end === -1 ? undefined : end);
}

/** Returns the words of those behind the first one of a value that belong to the value, too. */
function moreWords(option: Option, words: readonly string[]): readonly string[] {
  if (takesText(option)) return words;
  const end = TIMES.includes(placeholderOf(option)) ? words.findIndex((word) => !continuesTime(word)) : 0;
  return words.slice(0, end === -1 ? undefined : end);
}

/** Whether the last of the operands so far may be followed by any number of others. */
function takesMore({ registeredArguments }: Command, operands: number): boolean {
  return registeredArguments.at(-1)?.variadic === true && operands >= registeredArguments.length;
}

/** @returns the option that an argument names, of the command or of one above it */
function optionOf(command: Command, arg: string): Option | undefined {
  const [flag] = arg.split('=', 1);
  for (let each: Command | null = command; each !== null; each = each.parent) {
    const option = each.options.find(({ long }) => long === flag);
    if (option !== undefined) return option;
  }
  return undefined;
}
