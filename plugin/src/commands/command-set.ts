import type { Logger } from '../../../shared/logger.ts';
import type { Administration } from './administered-service.ts';
import { createCheckCommand } from './check-command.ts';
import type { Command } from './command.ts';
import { createBlockCommand, createUnblockCommand } from './edit-commands.ts';
import { failureSentence } from './failure-sentence.ts';
import { createListCommand } from './list-command.ts';
import { createReloadCommand } from './reload-command.ts';
import { plainText, quoteWord, reply } from './reply.ts';
import type { Reply } from './reply.ts';
import { splitWords } from './split-words.ts';
import { createStatusCommand } from './status-command.ts';

/** The word that all commands begin with. */
export const ROOT_COMMAND = 'featurecontrol';

export interface Completion {
  /** Where in the line the texts belong, which replace all from there on. */
  readonly start: number;
  readonly texts: readonly string[];
}

/** All subcommands of `/featurecontrol`. */
export class CommandSet {
  readonly commands: readonly Command[];
  readonly #logger: Logger;

  constructor(administration: Administration, logger: Logger) {
    this.#logger = logger;
    this.commands = [
      createBlockCommand(administration),
      createUnblockCommand(administration),
      createListCommand(administration),
      createCheckCommand(administration),
      createStatusCommand(administration),
      createReloadCommand(administration),
    ];
  }

  /**
   * Never rejects.
   * @param line what stands after the command's name
   * @param player who gave the command; undefined where the console did
   */
  async run(command: Command, line: string, player: string | undefined): Promise<Reply> {
    const { words, problem } = splitWords(line);
    if (problem !== undefined) return reply('failed', problem);
    if (words.length < command.leastWords || words.length > command.mostWords)
      return reply('failed', `Usage: ${usageOf(command)}`);
    try {
      const answer = await command.run(words.map(({ text }) => text));
      if (answer.tone === 'changed' && player !== undefined)
        this.#logger.info(`${player}: ${plainText(answer)}`);
      return answer;
    } catch (cause) {
      return reply('failed', failureSentence(cause) ?? this.#failUnexpectedly(cause));
    }
  }

  /** Names for the word that is being typed. Never rejects; offers nothing where nothing can be read. */
  async complete(command: Command, line: string): Promise<Completion> {
    const { words, current } = splitWords(line);
    const before = words.filter((word) => word !== current).map(({ text }) => text);
    if (before.length >= command.mostWords) return { start: current.start, texts: [] };
    try {
      const names = await command.complete(before, current.text);
      return { start: current.start, texts: names.map(quoteWord) };
    } catch (cause) {
      this.#logger.debug(`Nothing could be completed: ${String(cause)}`);
      return { start: current.start, texts: [] };
    }
  }

  /** What `/featurecontrol` alone is answered. @param usable commands that may be used by whoever asks */
  overview(usable: readonly Command[]): Reply {
    return { tone: 'answer', lines: usable.map((command) => [usageOf(command)]) };
  }

  #failUnexpectedly(cause: unknown): string {
    this.#logger.error('A command failed', cause);
    return 'That failed; the log of the proxy says why.';
  }
}

function usageOf({ name, parameters }: Command): string {
  return `/${ROOT_COMMAND} ${name} ${parameters}`.trimEnd();
}
