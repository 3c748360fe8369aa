import type { ScriptFunction, ScriptHost } from '../../types/bridge.ts';
import type {
  BrigadierAction,
  CommandContext,
  CommandSource,
  LiteralArgumentBuilder,
  Player,
  RequiredArgumentBuilder,
  SuggestionProvider,
  SuggestionsListener,
} from '../../types/velocity.ts';
import { permissionOf } from '../commands/command.ts';
import type { Command } from '../commands/command.ts';
import { findCommand, HELP_COMMAND, ROOT_COMMAND } from '../commands/command-set.ts';
import type { CommandSet, Completion } from '../commands/command-set.ts';
import type { Reply } from '../messages/reply.ts';
import type { Languages } from '../messages/language.ts';
import { createComponent, plainTextOf } from './adventure-text.ts';
import type { PlayerScopes } from './player-scopes.ts';

export interface CommandDependencies {
  readonly host: ScriptHost;
  readonly commandSet: CommandSet;
  readonly languages: Languages;
  /** Logs an exception of a permission plugin. The permission counts as not granted. */
  readonly scopes: Pick<PlayerScopes, 'permissionFailed'>;
}

/** The result of a successful `Command` in Brigadier. */
const SUCCESS = 1;

/**
 * Registers `/featurecontrol` and its subcommands with the proxy. The proxy's threads only check permissions:
 * commands and completions run on the script thread, which replies in the language of the client, and in
 * English to the console.
 * @returns a function that unregisters the command
 */
export function registerCommands(dependencies: CommandDependencies): () => void {
  const { host } = dependencies;
  const tree = new CommandTree(dependencies);
  const command = new (Java.type('com.velocitypowered.api.command.BrigadierCommand'))(tree.root());
  const commandManager = host.proxy().getCommandManager();
  const meta = commandManager.metaBuilder(command).plugin(host.plugin()).build();
  commandManager.register(meta, command);
  return () => {
    commandManager.unregister(meta);
  };
}

/** Handles a call of a command. @param line the rest of the line after the subcommand */
type Handler = (line: string, source: CommandSource) => void;

/** Completes a line. @param line the rest of the line after the subcommand */
type Completer = (line: string, source: CommandSource) => Promise<Completion>;

/**
 * Builds the Brigadier tree: a literal for each subcommand below the root, and below it one greedy argument,
 * which the command set parses. Brigadier's own errors would not list the valid alternatives.
 */
class CommandTree {
  readonly #host: ScriptHost;
  readonly #commandSet: CommandSet;
  readonly #languages: Languages;
  readonly #permissionFailed: ScriptFunction;

  constructor({ host, commandSet, languages, scopes }: CommandDependencies) {
    this.#host = host;
    this.#commandSet = commandSet;
    this.#languages = languages;
    this.#permissionFailed = (_permission: string, _result: null, cause: unknown) => {
      scopes.permissionFailed(cause);
    };
  }

  root(): LiteralArgumentBuilder {
    const permitted = this.#commandSet.commands.map((command) => ({
      command,
      mayUse: this.#host.permission(permissionOf(command), this.#permissionFailed),
    }));
    const usableBy = (source: CommandSource): readonly Command[] =>
      permitted.filter(({ mayUse }) => mayUse.test(source)).map(({ command }) => command);
    const showOverview: Handler = (typed, source) => {
      this.#send(source, this.#commandSet.overview(usableBy(source), typed, nameOf(source)));
    };
    const mayUseAny = permitted.map(({ mayUse }) => mayUse).reduce((some, other) => some.or(other));
    const root = this.#literal(ROOT_COMMAND, showOverview).requires(mayUseAny);
    for (const { command, mayUse } of permitted) root.then(this.#subcommand(command).requires(mayUse));
    const help = this.#literal(HELP_COMMAND, (_, source) => {
      showOverview(HELP_COMMAND, source);
    });
    // Velocity's Brigadier prefers this argument to a subcommand that is followed by a single space only.
    const runOrShowOverview: Handler = (line, source) => {
      const found = findCommand(usableBy(source), line);
      if (found === undefined) showOverview(line, source);
      else this.#run(found.command, found.rest, source);
    };
    const completeCommand: Completer = (line, source) =>
      this.#commandSet.completeLine(usableBy(source), line);
    const other = this.#restOfLine('command', runOrShowOverview);
    return root.then(help).then(other.suggests(this.#suggestions(completeCommand)));
  }

  #subcommand(command: Command): LiteralArgumentBuilder {
    const run: Handler = (line, source) => {
      this.#run(command, line, source);
    };
    // Clients add brackets of their own around the name, so the outer ones are removed.
    const name = command.parameters.replace(/^[<[]|[>\]]$/g, '') || 'no further words';
    const complete: Completer = (line) => this.#commandSet.complete(command, line);
    const rest = this.#restOfLine(name, run).suggests(this.#suggestions(complete));
    return this.#literal(command.name, run).then(rest);
  }

  #run(command: Command, line: string, source: CommandSource): void {
    void this.#commandSet.run(command, line, nameOf(source)).then((answer) => {
      this.#send(source, answer);
    });
  }

  #send(source: CommandSource, reply: Reply): void {
    source.sendMessage(createComponent(reply, this.#languages.of(localeOf(source))));
  }

  #literal(word: string, handle: Handler): LiteralArgumentBuilder {
    return Java.type('com.velocitypowered.api.command.BrigadierCommand')
      .literalArgumentBuilder(word)
      .executes(
        this.#action((context) => {
          handle('', context.getSource());
        }),
      );
  }

  #restOfLine(name: string, handle: Handler): RequiredArgumentBuilder {
    const strings = Java.type('com.mojang.brigadier.arguments.StringArgumentType');
    return Java.type('com.velocitypowered.api.command.BrigadierCommand')
      .requiredArgumentBuilder(name, strings.greedyString())
      .executes(
        this.#action((context) => {
          handle(strings.getString(context, name), context.getSource());
        }),
      );
  }

  #action(run: (context: CommandContext) => void): BrigadierAction {
    const called = (_method: string, _result: number, context: CommandContext): void => {
      run(context);
    };
    return this.#host.listener('com.mojang.brigadier.Command', SUCCESS, called) as BrigadierAction;
  }

  #suggestions(complete: Completer): SuggestionProvider {
    const Builder = Java.type('com.mojang.brigadier.suggestion.SuggestionsBuilder');
    const LiteralMessage = Java.type('com.mojang.brigadier.LiteralMessage');
    const called: SuggestionsListener = (_method, answer, context, request) => {
      const source = context.getSource();
      const language = this.#languages.of(localeOf(source));
      const input = request.getInput();
      const line = request.getRemaining();
      void complete(line, source).then(({ start, texts }) => {
        const builder = new Builder(input, input.length - line.length + start);
        for (const text of texts) {
          const tooltip = this.#commandSet.tooltipOf(text);
          if (tooltip === undefined) builder.suggest(text);
          else builder.suggest(text, new LiteralMessage(plainTextOf(tooltip, language)));
        }
        answer.complete(builder.build());
      });
    };
    const type = 'com.mojang.brigadier.suggestion.SuggestionProvider';
    return this.#host.listener(type, null, called) as SuggestionProvider;
  }
}

/** @returns undefined for the console */
function nameOf(source: CommandSource): string | undefined {
  return isPlayer(source) ? source.getUsername() : undefined;
}

/** @returns the locale in BCP 47; undefined for the console, and for a client that has not sent it yet */
function localeOf(source: CommandSource): string | undefined {
  return isPlayer(source) ? source.getEffectiveLocale()?.toLanguageTag() : undefined;
}

function isPlayer(source: CommandSource): source is Player {
  return 'getUsername' in source;
}
