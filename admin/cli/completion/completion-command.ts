import { Argument } from 'commander';
import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { printLines } from '../output.ts';
import { candidatesFor } from './candidates.ts';
import { COMPLETE, SHELLS } from './shells.ts';
import type { ShellName } from './shells.ts';

const INSTALLATION = `
The output is a shell script, so there is no --json.

To use it from now on:
  bash  echo 'source <(feature-control completion bash)' >> ~/.bashrc
  zsh   echo 'source <(feature-control completion zsh)' >> ~/.zshrc   (after compinit)
  fish  feature-control completion fish > ~/.config/fish/completions/feature-control.fish`;

/** Adds `feature-control completion <shell>`, and the hidden command that the scripts call. */
export function addCompletionCommand(program: Command, context: CommandContext): void {
  const shell = new Argument('<shell>', 'the shell to print the script for').choices(Object.keys(SHELLS));
  program
    .command('completion')
    .description('Prints a script that completes commands, options and known names in a shell.')
    .addArgument(shell)
    .addHelpText('after', INSTALLATION)
    .action((name: ShellName) => {
      printLines(context.out, SHELLS[name].script);
    });
  program
    .command(COMPLETE, { hidden: true })
    .addArgument(shell)
    .argument('[words...]')
    .allowUnknownOption()
    .action(async (name: ShellName, args: readonly string[]) => {
      const { wordsOf, format } = SHELLS[name];
      for (const candidate of await candidatesFor(program, context, wordsOf(args))) {
        const lines = format(candidate, args);
        if (lines !== undefined) printLines(context.out, lines);
      }
    });
}
