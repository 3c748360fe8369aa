import { Help } from 'commander';
import type { Argument, Command, Option } from 'commander';
import { escapeUnprintable } from '../../../shared/escape-unprintable.ts';
import type { CommandContext } from '../command-context.ts';
import { takesText } from '../text-options.ts';
import { knownNames } from './known-names.ts';

/** A word that completion offers. */
export interface Candidate {
  readonly word: string;
  readonly description: string;
}

/**
 * Returns the words that may follow.
 * @param words the words after the name of the program; the last one is being typed, and may be empty
 */
export async function candidatesFor(
  program: Command,
  context: CommandContext,
  words: readonly string[],
): Promise<readonly Candidate[]> {
  const typed = words.at(-1) ?? '';
  // `--client=my` is the option `--client`, followed by the beginning of its value.
  const [prefix = '', flag] = /^(--[\w-]+)=/.exec(typed) ?? [];
  const before = [...words.slice(0, -1), ...(flag === undefined ? [] : [flag])];
  const expected = await expectedAt(parseWords(program, before), typed, context);
  // A name with characters that a shell cannot display is not offered.
  return expected
    .map(({ word, description }) => ({ word: prefix + word, description }))
    .filter(({ word }) => word.startsWith(typed) && escapeUnprintable(word) === word);
}

/** The state of the command line after some words. */
interface ParsedWords {
  readonly command: Command;
  /** Arguments of the command so far. */
  readonly args: readonly string[];
  /** The option whose value is next, or may go on; undefined if none is. */
  readonly option: Option | undefined;
  /** Whether the value of the option has begun, so that another option may follow. */
  readonly hasBegun: boolean;
}

function parseWords(program: Command, words: readonly string[]): ParsedWords {
  let command = program;
  let args: string[] = [];
  let option: Option | undefined;
  let hasBegun = false;
  for (const word of words) {
    if (option !== undefined && !hasBegun) {
      if (takesText(option)) hasBegun = true;
      else option = undefined;
    } else if (word.startsWith('-')) {
      option = command.options.find((each) => each.required && each.long === word);
      hasBegun = false;
    } else if (option === undefined) {
      const next = args.length === 0 ? command.commands.find((each) => each.name() === word) : undefined;
      if (next === undefined) args = [...args, word];
      else command = next;
    }
  }
  return { command, args, option, hasBegun };
}

async function expectedAt(
  { command, args, hasBegun, option }: ParsedWords,
  typed: string,
  context: CommandContext,
): Promise<readonly Candidate[]> {
  const value = option ?? argumentAfter(command, args);
  const takesSubcommand = args.length === 0 && command.commands.length > 0;
  if (option === undefined && takesSubcommand && !typed.startsWith('-')) {
    const commands = new Help().visibleCommands(command);
    return commands.map((each) => ({ word: each.name(), description: each.summary() || each.description() }));
  }
  const mayBeOption = option === undefined || hasBegun;
  if (value === undefined || (mayBeOption && typed.startsWith('-'))) {
    const options = new Help().visibleOptions(command);
    return options.map(({ long, description }) => ({ word: long ?? '', description }));
  }
  const names = value.argChoices ?? (await knownNames(context, value.name(), args));
  return names.map((word) => ({ word, description: '' }));
}

function argumentAfter({ registeredArguments }: Command, args: readonly string[]): Argument | undefined {
  const last = registeredArguments.at(-1);
  return registeredArguments[args.length] ?? (last?.variadic === true ? last : undefined);
}
