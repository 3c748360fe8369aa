import { Argument } from 'commander';
import type { Command } from 'commander';
import { escapeUnprintable } from '../../../shared/escape-unprintable.ts';
import type { CommandContext } from '../command-context.ts';
import { Failure } from '../failure.ts';
import { expectedAfter } from './candidates.ts';
import type { Candidate } from './candidates.ts';
import { knownValues } from './known-values.ts';
import { COMPLETE, SCRIPTS, SHELLS } from './shell-scripts.ts';
import type { Shell } from './shell-scripts.ts';

const INSTALLATION = `
The output is a shell script, so there is no --json.

To use it from now on:
  bash  echo 'source <(feature-control completion bash)' >> ~/.bashrc
  zsh   echo 'source <(feature-control completion zsh)' >> ~/.zshrc   (after compinit)
  fish  feature-control completion fish > ~/.config/fish/completions/feature-control.fish`;

/** Adds `feature-control completion <shell>`, and the hidden command that the scripts call. */
export function addCompletionCommand(program: Command, context: CommandContext): void {
  program
    .command('completion')
    .description('Prints a script that completes commands, options and known names in a shell.')
    .addArgument(new Argument('<shell>', 'the shell to print the script for').choices(SHELLS))
    .addHelpText('after', INSTALLATION)
    .action((shell: Shell) => {
      // `out` accepts only single lines.
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
      : (await valuesOrNone(context, expected, current)).map((word) => ({ word }));
  // A name with characters that a shell cannot display is not offered.
  return found.filter(({ word }) => word.startsWith(current) && escapeUnprintable(word) === word);
}

/** Returns no values if Redis is unreachable, because completion cannot show an error. */
async function valuesOrNone(
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
