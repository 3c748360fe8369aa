import type { ChangeAuthor } from '../../../shared/feature-control/blocklist-editor.ts';
import type { Logger } from '../../../shared/logger.ts';
import { RedisError } from '../../../shared/redis/redis-error.ts';
import { message } from '../messages/message.ts';
import type { Message } from '../messages/message.ts';
import { plainText } from '../messages/plain-text.ts';
import { quoteWord, reply } from '../messages/reply.ts';
import type { Reply } from '../messages/reply.ts';
import { bridgesCommand } from './bridges-command.ts';
import { parameterAt, wordLimits } from './command.ts';
import type { Administration, Command } from './command.ts';
import { blockCommand, unblockCommand } from './edit-commands.ts';
import { explainCommand } from './explain-command.ts';
import { historyCommand, redoCommand, undoCommand } from './history-commands.ts';
import { modsCommand } from './mods-command.ts';
import { completeName } from './names.ts';
import { separateOptions } from './options.ts';
import type { SeparatedWords } from './options.ts';
import { reloadCommand, statusCommand } from './plugin-commands.ts';
import { checkCommand, listCommand } from './query-commands.ts';
import { splitWords } from './split-words.ts';
import type { Word } from './split-words.ts';
import { whereCommand } from './where-command.ts';

/** The word that all commands begin with. */
export const ROOT_COMMAND = 'featurecontrol';

/** Lists the commands, as `/featurecontrol` alone does. */
const HELP_COMMAND = 'help';

export interface Completion {
  /** The position in the line from which each of the texts replaces the rest. */
  readonly start: number;
  readonly texts: readonly string[];
}

/** All subcommands of `/featurecontrol`. */
export class CommandSet {
  readonly commands: readonly Command[] = [
    blockCommand,
    unblockCommand,
    listCommand,
    checkCommand,
    explainCommand,
    whereCommand,
    historyCommand,
    undoCommand,
    redoCommand,
    modsCommand,
    statusCommand,
    bridgesCommand,
    reloadCommand,
  ];
  readonly #administration: Administration;
  readonly #logger: Logger;

  constructor(administration: Administration, logger: Logger) {
    this.#administration = administration;
    this.#logger = logger;
  }

  /**
   * Runs a line, or lists the commands if it names none. Never rejects.
   * @param usable commands that the sender may use
   * @param line the command line after `featurecontrol`
   * @param player name of the player who sent the command; undefined for the console
   */
  async run(usable: readonly Command[], line: string, player: string | undefined): Promise<Reply> {
    const { command, name, rest } = findCommand(usable, line);
    if (command === undefined) return overview(usable, name, player);
    const usage = fullUsageOf(command, player);
    const { words, options, problem } = separateOptions(rest, command, usage);
    if (problem !== undefined) return reply('failed', problem);
    const { min, max } = wordLimits(command);
    if (words.length < min || words.length > max)
      return reply('failed', message('help.usage', { usage }), ...explainClient([command]));
    try {
      const answer = await command.run(this.#administration, words, options, authorOf(player));
      if (answer.tone === 'changed' && player !== undefined)
        this.#logger.info(`${player}: ${plainText({ ...answer, lines: answer.lines.slice(0, 1) })}`);
      return answer;
    } catch (cause) {
      const expected = failureMessage(cause);
      if (expected === undefined) this.#logger.error('A command failed', cause);
      return reply('failed', expected ?? message('failure.unexpected'));
    }
  }

  /** Completes the word that is being typed. Never rejects; offers nothing if the names cannot be read. */
  async complete(usable: readonly Command[], line: string): Promise<Completion> {
    const { command, name, rest } = findCommand(usable, line);
    if (name === line) {
      const names = [...usable.map((one) => one.name), HELP_COMMAND];
      return { start: 0, texts: names.filter((one) => one.startsWith(name)) };
    }
    const { current } = splitWords(rest);
    const start = line.length - rest.length + current.start;
    if (command === undefined) return { start, texts: [] };
    const separated = separateOptions(rest.slice(0, current.start), command);
    try {
      return { start, texts: await this.#completionsOf(command, rest, current, separated) };
    } catch (cause) {
      this.#logger.debug(`Nothing could be completed: ${String(cause)}`);
      return { start, texts: [] };
    }
  }

  async #completionsOf(
    command: Command,
    line: string,
    { start, text }: Word,
    { words, options, pending }: SeparatedWords,
  ): Promise<readonly string[]> {
    const isInText = pending !== undefined && options.has(pending);
    if ((pending === undefined || isInText) && line.startsWith('--', start)) {
      const unused = command.options?.filter((name) => !options.has(name)) ?? [];
      return unused.map((name) => `--${name}`).filter((name) => name.startsWith(text));
    }
    if (isInText || (pending === undefined && words.length >= wordLimits(command).max)) return [];
    const expected = pending ?? parameterAt(command, words.length);
    const names = await completeName(this.#administration, command, expected, text);
    return names.map(quoteWord);
  }
}

/** Splits a line into its first word, the command of that name if there is one, and the rest. */
function findCommand(
  usable: readonly Command[],
  line: string,
): { readonly command: Command | undefined; readonly name: string; readonly rest: string } {
  const [name = ''] = line.split(' ', 1);
  const command = usable.find((one) => one.name === name);
  return { command, name, rest: line.slice(name.length + 1) };
}

/** Returns the list of commands, for `/featurecontrol` alone, `help`, and an unknown subcommand. */
function overview(usable: readonly Command[], name: string, player: string | undefined): Reply {
  const lines = usable.map((command) =>
    message('help.command', { usage: usageOf(command, player), summary: message(`summary.${command.name}`) }),
  );
  lines.push(...explainClient(usable));
  return name === '' || name === HELP_COMMAND
    ? reply('answer', ...lines)
    : reply('failed', message('help.unknown', { command: { name } }), ...lines);
}

/** Returns the author that is recorded with a change. */
function authorOf(player: string | undefined): ChangeAuthor {
  return player === undefined
    ? { actor: 'console', source: 'proxy console' }
    : { actor: player, source: 'game' };
}

/** Returns the usage as it is typed: with a slash for players, without one for the proxy's console. */
function usageOf({ name, parameters }: Command, player: string | undefined): string {
  return `${player === undefined ? '' : '/'}${ROOT_COMMAND} ${name} ${parameters}`.trimEnd();
}

/** Returns the usage as {@link usageOf} does, with the options that are not also parameters. */
function fullUsageOf(command: Command, player: string | undefined): string {
  const options = (command.options ?? []).filter((name) => !command.parameters.includes(name));
  return [usageOf(command, player), ...options.map((name) => `[--${name} …]`)].join(' ');
}

/** Returns a line about the parameter `client` if one of the commands has it. */
function explainClient(commands: readonly Command[]): Message[] {
  return commands.some(({ parameters }) => parameters.includes('client')) ? [message('help.client')] : [];
}

/** @returns one sentence for the sender of the command; undefined if the cause is a bug in the plugin */
function failureMessage(cause: unknown): Message | undefined {
  if (!(cause instanceof RedisError)) return undefined;
  switch (cause.reason) {
    case 'unreachable':
      return message('failure.redis-unreachable');
    case 'wrong-type':
      return message('failure.redis-type');
    case 'error-reply':
      // The first word names the reason, such as READONLY; the rest may contain parts of the command.
      return message('failure.redis-refused', { reason: cause.message.split(' ', 1)[0] ?? '' });
  }
}
