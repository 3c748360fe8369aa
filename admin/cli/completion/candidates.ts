import type { Argument, Command, Option } from 'commander';

/** A word that completion offers. */
export interface Candidate {
  readonly word: string;
  readonly description?: string | undefined;
}

/** What the user is typing: one of a set of words, or a value, which is looked up by the name of its kind. */
export type Expected =
  | { readonly kind: 'words'; readonly words: readonly Candidate[] }
  | { readonly kind: 'value'; readonly name: string; readonly before: readonly string[] };

/**
 * Returns what is expected after these words.
 * @param words the words before the cursor's word
 * @param current the part of the cursor's word that is typed so far
 */
export function expectedAfter(program: Command, words: readonly string[], current: string): Expected {
  const { command, values, option } = parseWords(program, words);
  if (option !== undefined) return expectedForOption(option, values);
  if (current.startsWith('-')) return { kind: 'words', words: optionsOf(command) };
  const subcommands = command.commands.filter((each) => !isHidden(each));
  if (subcommands.length > 0 && values.length === 0) {
    return { kind: 'words', words: subcommands.map(describeCommand) };
  }
  const { registeredArguments } = command;
  const last = registeredArguments.at(-1);
  const argument = registeredArguments[values.length] ?? (last?.variadic === true ? last : undefined);
  return argument === undefined
    ? { kind: 'words', words: optionsOf(command) }
    : expectedForArgument(argument, values);
}

/** The state of the command line after some words. */
interface ParsedWords {
  readonly command: Command;
  /** Arguments of the command so far. */
  readonly values: readonly string[];
  /** The option whose value is next; undefined if none is pending. */
  readonly option: Option | undefined;
}

function parseWords(program: Command, words: readonly string[]): ParsedWords {
  let command = program;
  let values: string[] = [];
  let option: Option | undefined;
  for (const word of words) {
    if (option !== undefined) option = undefined;
    else if (word.startsWith('-')) option = ifTakesValue(findOption(command, word));
    else {
      const next = values.length === 0 ? command.commands.find((each) => each.name() === word) : undefined;
      if (next === undefined) values = [...values, word];
      else command = next;
    }
  }
  return { command, values, option };
}

function findOption(command: Command, word: string): Option | undefined {
  return command.options.find(({ long, short }) => word === long || word === short);
}

function ifTakesValue(option: Option | undefined): Option | undefined {
  return option?.required === true || option?.optional === true ? option : undefined;
}

function optionsOf(command: Command): Candidate[] {
  const options = command.options.filter(({ hidden }) => !hidden);
  const words = options.map(({ long, short, description }) => ({ word: long ?? short ?? '', description }));
  return [...words, { word: '--help', description: 'display help for command' }];
}

function describeCommand(command: Command): Candidate {
  return { word: command.name(), description: command.summary() || command.description() };
}

/** Commander has no public property for hidden commands; ours begin with an underscore. */
function isHidden(command: Command): boolean {
  return command.name().startsWith('_');
}

function expectedForOption({ argChoices, flags }: Option, before: readonly string[]): Expected {
  if (argChoices !== undefined) return { kind: 'words', words: argChoices.map((word) => ({ word })) };
  return { kind: 'value', name: /<([^>]+)>/.exec(flags)?.[1] ?? '', before };
}

function expectedForArgument(argument: Argument, before: readonly string[]): Expected {
  const { argChoices } = argument;
  if (argChoices !== undefined) return { kind: 'words', words: argChoices.map((word) => ({ word })) };
  return { kind: 'value', name: argument.name(), before };
}
