import type { ScriptHost } from '../../../types/bridge.ts';
import type { CommandSource, Player } from '../../../types/velocity.ts';
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
  readonly scopes: PlayerScopes;
}

/**
 * Registers `/featurecontrol` with the proxy. The command set parses the line: Brigadier's own errors would
 * not list the valid alternatives. Replies are in the language of the client, and in English to the console.
 */
export function registerCommands({ host, commandSet, languages, scopes }: CommandDependencies): void {
  const Builder = Java.type('com.mojang.brigadier.suggestion.SuggestionsBuilder');
  const usableBy = (source: CommandSource): readonly Command[] =>
    commandSet.commands.filter((command) => scopes.hasPermission(source, permissionOf(command)));
  host.registerCommand(
    ROOT_COMMAND,
    commandSet.commands.map(permissionOf),
    (cause) => {
      scopes.permissionFailed(cause);
    },
    (source, input) => {
      const line = input.slice(ROOT_COMMAND.length + 1);
      const player = isPlayer(source) ? source : undefined;
      void commandSet.run(usableBy(source), line, player?.getUsername()).then((reply) => {
        const language = languages.of(player?.getEffectiveLocale()?.toLanguageTag());
        source.sendMessage(createComponent(reply, language));
      });
    },
    (source, request, suggestions) => {
      const input = request.getInput();
      const line = request.getRemaining();
      void commandSet.complete(usableBy(source), line).then(({ start, texts }) => {
        const builder = new Builder(input, input.length - line.length + start);
        for (const text of texts) builder.suggest(text);
        suggestions.complete(builder.build());
      });
    },
  );
}

function isPlayer(source: CommandSource): source is Player {
  return 'getUsername' in source;
}
