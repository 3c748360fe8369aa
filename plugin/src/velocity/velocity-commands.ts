import type { ScriptHost } from '../../types/bridge.ts';
import type { Predicate } from '../../types/jdk.ts';
import type {
  BrigadierAction,
  CommandContext,
  CommandSource,
  LiteralArgumentBuilder,
  Player,
  RequiredArgumentBuilder,
  SuggestionProvider,
  SuggestionsAsked,
} from '../../types/velocity.ts';
import { permissionOf } from '../commands/command.ts';
import type { Command } from '../commands/command.ts';
import { HELP_COMMAND, ROOT_COMMAND } from '../commands/command-set.ts';
import type { CommandSet } from '../commands/command-set.ts';
import { createComponent } from './adventure-text.ts';
import { createListener } from './create-listener.ts';

/** What Brigadier's `Command` returns where all went well. */
const SUCCESS = 1;

/**
 * Gives the proxy `/featurecontrol` with its subcommands. The proxy's threads only ask for permissions: each command, and each completion, is handed to the script
 * thread, and answered from there.
 * @returns takes it back
 */
export function registerCommands(host: ScriptHost, commandSet: CommandSet): () => void {
  const tree = new CommandTree(host, commandSet);
  const command = new (Java.type('com.velocitypowered.api.command.BrigadierCommand'))(tree.root());
  const commandManager = host.proxy().getCommandManager();
  const meta = commandManager.metaBuilder(command).plugin(host.plugin()).build();
  commandManager.register(meta, command);
  return () => {
    commandManager.unregister(meta);
  };
}

/** Builds the tree: below the root a word for each command, and below that all the rest of the line, which the command set understands by itself. */
class CommandTree {
  readonly #host: ScriptHost;
  readonly #commandSet: CommandSet;

  constructor(host: ScriptHost, commandSet: CommandSet) {
    this.#host = host;
    this.#commandSet = commandSet;
  }

  root(): LiteralArgumentBuilder {
    const { commands } = this.#commandSet;
    const root = newLiteral(ROOT_COMMAND)
      .requires(commands.map((command) => this.#mayUse(command)).reduce((some, other) => some.or(other)))
      .executes(
        this.#action((context) => {
          this.#sendOverview(context.getSource(), '');
        }),
      );
    for (const command of commands) root.then(this.#subcommand(command));
    return root.then(this.#help()).then(this.#unknownSubcommand());
  }

  #help(): LiteralArgumentBuilder {
    return newLiteral(HELP_COMMAND).executes(
      this.#action((context) => {
        this.#sendOverview(context.getSource(), HELP_COMMAND);
      }),
    );
  }

  /** Brigadier's own error for a word that is no subcommand names none of those that there are. */
  #unknownSubcommand(): RequiredArgumentBuilder {
    const strings = Java.type('com.mojang.brigadier.arguments.StringArgumentType');
    const name = 'command';
    return Java.type('com.velocitypowered.api.command.BrigadierCommand')
      .requiredArgumentBuilder(name, strings.greedyString())
      .executes(
        this.#action((context) => {
          this.#sendOverview(context.getSource(), strings.getString(context, name));
        }),
      );
  }

  #sendOverview(source: CommandSource, asked: string): void {
    const usable = this.#commandSet.commands.filter((command) => source.hasPermission(permissionOf(command)));
    const player = isPlayer(source) ? source.getUsername() : undefined;
    source.sendMessage(createComponent(this.#commandSet.overview(usable, asked, player)));
  }

  #subcommand(command: Command): LiteralArgumentBuilder {
    const literal = newLiteral(command.name)
      .requires(this.#mayUse(command))
      .executes(
        this.#action((context) => {
          this.#run(command, '', context.getSource());
        }),
      );
    return command.mostWords === 0 ? literal : literal.then(this.#restOfLine(command));
  }

  #restOfLine(command: Command): RequiredArgumentBuilder {
    const strings = Java.type('com.mojang.brigadier.arguments.StringArgumentType');
    // Clients show the name in these brackets, which are therefore left out at both ends.
    const name = command.parameters.replace(/^[<[]|[>\]]$/g, '');
    return Java.type('com.velocitypowered.api.command.BrigadierCommand')
      .requiredArgumentBuilder(name, strings.greedyString())
      .suggests(this.#suggestions(command))
      .executes(
        this.#action((context) => {
          this.#run(command, strings.getString(context, name), context.getSource());
        }),
      );
  }

  #run(command: Command, line: string, source: CommandSource): void {
    const player = isPlayer(source) ? source.getUsername() : undefined;
    void this.#commandSet.run(command, line, player).then((answer) => {
      source.sendMessage(createComponent(answer));
    });
  }

  #mayUse(command: Command): Predicate<CommandSource> {
    return this.#host.permission(permissionOf(command));
  }

  #action(run: (context: CommandContext) => void): BrigadierAction {
    const action = (_method: string, _result: number, context: CommandContext): void => {
      run(context);
    };
    return createListener(this.#host, 'com.mojang.brigadier.Command', SUCCESS, action) as BrigadierAction;
  }

  #suggestions(command: Command): SuggestionProvider {
    const Builder = Java.type('com.mojang.brigadier.suggestion.SuggestionsBuilder');
    const action: SuggestionsAsked = (_method, answer, _context, asked) => {
      const input = asked.getInput();
      const line = asked.getRemaining();
      void this.#commandSet.complete(command, line).then(({ start, texts }) => {
        const builder = new Builder(input, input.length - line.length + start);
        for (const text of texts) builder.suggest(text);
        answer.complete(builder.build());
      });
    };
    return createListener(
      this.#host,
      'com.mojang.brigadier.suggestion.SuggestionProvider',
      null,
      action,
    ) as SuggestionProvider;
  }
}

function newLiteral(word: string): LiteralArgumentBuilder {
  return Java.type('com.velocitypowered.api.command.BrigadierCommand').literalArgumentBuilder(word);
}

function isPlayer(source: CommandSource): source is Player {
  return 'getUsername' in source;
}
