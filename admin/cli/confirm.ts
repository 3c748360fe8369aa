import type { CommandContext } from './command-context.ts';
import { CommandError } from './command-error.ts';

/** Asks on a terminal; without one, the answer is yes. @throws {CommandError} if the answer is no */
export async function confirm({ ask }: CommandContext, question: string): Promise<void> {
  const answer = await ask?.(`${question} [y/N]`);
  if (answer !== undefined && !/^y(?:es)?$/i.test(answer.trim()))
    throw new CommandError('nothing was changed');
}
