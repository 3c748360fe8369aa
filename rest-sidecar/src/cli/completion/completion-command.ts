import { Argument } from 'commander';
import type { Command } from 'commander';
import { escapeUnprintable } from '../../../../shared/escape-unprintable.ts';
import type { CommandContext } from '../command-context.ts';
import { Failure } from '../failure.ts';
import { expectedAfter } from './candidates.ts';
import type { Candidate } from './candidates.ts';
import { knownValues } from './known-values.ts';
import { COMPLETE, SCRIPTS, SHELLS } from './shell-scripts.ts';
import type { Shell } from './shell-scripts.ts';

const INSTALLATION = `
What it prints is for a shell to read, so it has no --json.

To use it from now on:
  bash  echo 'source <(feature-control completion bash)' >> ~/.bashrc
  zsh   echo 'source <(feature-control completion zsh)' >> ~/.zshrc   (after compinit)
  fish  feature-control completion fish > ~/.config/fish/completions/feature-control.fish`;

/** `feature-control completion <shell>`, and the hidden command that its scripts call. */
export function addCompletionCommand(program: Command, context: CommandContext): void {
  program
    .command('completion')
    .description('Prints a script that completes commands, options and known names in a shell.')
    .addArgument(new Argument('<shell>', 'which').choices(SHELLS))
    .addHelpText('after', INSTALLATION)
    .action((shell: Shell) => {
      // Line by line, as a line of output has no line break.
      for (const line of SCRIPTS[shell].split('\n')) context.out(line);
    });
  program
    .command(COMPLETE, { hidden: true })
    .argument('[words...]')
    .allowUnknownOption()
    .action(async (words: readonly string[]) => {
      for (const { word, description } of await complete(program, context, words)) {
        context.out(word);
        context.out(description ?? '');
      }
    });
}

async function complete(
  program: Command,
  context: CommandContext,
  words: readonly string[],
): Promise<readonly Candidate[]> {
  const current = words.at(-1) ?? '';
  const expected = expectedAfter(program, words.slice(0, -1), current);
  const found =
    expected.kind === 'words'
      ? expected.words
      : (await known(context, expected, current)).map((word) => ({ word }));
  // A name that a shell cannot show as it is cannot be completed.
  return found.filter(({ word }) => word.startsWith(current) && escapeUnprintable(word) === word);
}

/** Without Redis there are no names, and the person who types does not see why. */
async function known(
  context: CommandContext,
  { name, before }: { readonly name: string; readonly before: readonly string[] },
  current: string,
): Promise<readonly string[]> {
  try {
    return await knownValues(context, name, { before, current });
  } catch (cause) {
    if (cause instanceof Failure) return [];
    throw cause;
  }
}
