import type { ScriptHost } from '../../../types/bridge.ts';
import type { BrigadierAction, CommandSource, Player, SuggestionProvider } from '../../../types/velocity.ts';
import { ROOT_COMMAND } from '../../commands/command-set.ts';
import type { CommandSet } from '../../commands/command-set.ts';
import { permissionOf } from '../../commands/command.ts';
import type { Command } from '../../commands/command.ts';
import type { Languages } from '../../messages/language.ts';
import { createComponent } from './adventure-text.ts';
import type { PlayerScopes } from './player-scopes.ts';

interface CommandDependencies {
  readonly host: ScriptHost;
  readonly commandSet: CommandSet;
  readonly languages: Languages;
  /** Logs an exception of a permission plugin. The permission counts as not granted. */
  readonly scopes: PlayerScopes;
}

/** Returns the commands that a source may use. */
type UsableBy = (source: CommandSource) => readonly Command[];

/**
 * Registers `/featurecontrol` with the proxy: a literal, and one greedy argument, which the command set
 * parses. Brigadier's own errors would not list the valid alternatives. The proxy's threads only check
 * permissions: commands and completions run on the script thread, which replies in the language of the
 * client, and in English to the console.
 */
export function registerCommands(dependencies: CommandDependencies): void {
  const { host, commandSet, scopes } = dependencies;
  const Brigadier = Java.type('com.velocitypowered.api.command.BrigadierCommand');
  const strings = Java.type('com.mojang.brigadier.arguments.StringArgumentType');
  const permitted = commandSet.commands.map((command) => ({
    command,
    mayUse: host.permission(permissionOf(command), (cause) => {
      scopes.permissionFailed(cause);
    }),
  }));
  const usableBy: UsableBy = (source) =>
    permitted.filter(({ mayUse }) => mayUse.test(source)).map(({ command }) => command);
  const action = createAction(dependencies, usableBy);
  const root = Brigadier.literalArgumentBuilder(ROOT_COMMAND)
    .requires(permitted.map(({ mayUse }) => mayUse).reduce((some, other) => some.or(other)))
    .executes(action)
    .then(
      // Clients show the name of the argument.
      Brigadier.requiredArgumentBuilder('command', strings.greedyString())
        .executes(action)
        .suggests(createSuggestions(dependencies, usableBy)),
    );
  const command = new Brigadier(root);
  const commandManager = host.proxy().getCommandManager();
  commandManager.register(commandManager.metaBuilder(command).plugin(host.plugin()).build(), command);
}

/** Creates an action that runs the line after the literal. */
function createAction(
  { host, commandSet, languages }: CommandDependencies,
  usableBy: UsableBy,
): BrigadierAction {
  return host.action((context) => {
    const source = context.getSource();
    const line = context.getInput().slice(ROOT_COMMAND.length + 1);
    const player = isPlayer(source) ? source : undefined;
    void commandSet.run(usableBy(source), line, player?.getUsername()).then((reply) => {
      const language = languages.of(player?.getEffectiveLocale()?.toLanguageTag());
      source.sendMessage(createComponent(reply, language));
    });
  });
}

function createSuggestions(
  { host, commandSet }: CommandDependencies,
  usableBy: UsableBy,
): SuggestionProvider {
  const Builder = Java.type('com.mojang.brigadier.suggestion.SuggestionsBuilder');
  return host.suggestions((context, request, suggestions) => {
    const source = context.getSource();
    const input = request.getInput();
    const line = request.getRemaining();
    void commandSet.complete(usableBy(source), line).then(({ start, texts }) => {
      const builder = new Builder(input, input.length - line.length + start);
      for (const text of texts) builder.suggest(text);
      suggestions.complete(builder.build());
    });
  });
}

function isPlayer(source: CommandSource): source is Player {
  return 'getUsername' in source;
}
