import type { Argument, Command, Option } from 'commander';

/** A word that could stand here. */
export interface Candidate {
  readonly word: string;
  readonly description?: string | undefined;
}

/** What is typed here: words that the program knows, or a value that is looked up by the name of its kind. */
export type Expected =
  | { readonly kind: 'words'; readonly words: readonly Candidate[] }
  | { readonly kind: 'value'; readonly name: string; readonly before: readonly string[] };

/**
 * What is expected after these words.
 * @param words those before the one that is being typed
 * @param current the one that is being typed, so far
 */
export function expectedAfter(program: Command, words: readonly string[], current: string): Expected {
  const { command, values, option } = walk(program, words);
  if (option !== undefined) return ofOption(option, values);
  if (current.startsWith('-')) return { kind: 'words', words: optionsOf(command) };
  const subcommands = command.commands.filter((each) => !isHidden(each));
  if (subcommands.length > 0 && values.length === 0) {
    return { kind: 'words', words: subcommands.map(describeCommand) };
  }
  const { registeredArguments } = command;
  const last = registeredArguments.at(-1);
  const argument = registeredArguments[values.length] ?? (last?.variadic === true ? last : undefined);
  return argument === undefined ? { kind: 'words', words: optionsOf(command) } : ofArgument(argument, values);
}

interface Walked {
  readonly command: Command;
  /** Arguments of the command so far. */
  readonly values: readonly string[];
  /** The option whose value comes next. */
  readonly option: Option | undefined;
}

function walk(program: Command, words: readonly string[]): Walked {
  let command = program;
  let values: string[] = [];
  let option: Option | undefined;
  for (const word of words) {
    if (option !== undefined) option = undefined;
    else if (word.startsWith('-')) option = takesValue(findOption(command, word));
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

function takesValue(option: Option | undefined): Option | undefined {
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

/** Commander has no public word for it. */
function isHidden(command: Command): boolean {
  return command.name().startsWith('_');
}

function ofOption({ argChoices, flags }: Option, before: readonly string[]): Expected {
  if (argChoices !== undefined) return { kind: 'words', words: argChoices.map((word) => ({ word })) };
  return { kind: 'value', name: /<([^>]+)>/.exec(flags)?.[1] ?? '', before };
}

function ofArgument(argument: Argument, before: readonly string[]): Expected {
  const { argChoices } = argument;
  if (argChoices !== undefined) return { kind: 'words', words: argChoices.map((word) => ({ word })) };
  return { kind: 'value', name: argument.name(), before };
}
