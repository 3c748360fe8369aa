import { message, plural } from '../messages/message.ts';
import type { Administration, Command } from './command.ts';
import { reply } from '../messages/reply.ts';

/** The number of mods shown. */
const MAX_SHOWN = 50;

/** `mods`: shows which mods have sent requests to this proxy recently, with the number of players of each. */
export function createModsCommand({ service }: Administration): Command {
  return {
    name: 'mods',
    parameters: '',
    summary: 'summary.mods',
    run: () => {
      const mods = service().recentMods.list();
      if (mods.length === 0) return reply('answer', message('mods.none'));
      const lines = mods
        .slice(0, MAX_SHOWN)
        .map(({ client, players }) =>
          message('mods.mod', { client: { name: client }, players: plural('count.players', players) }),
        );
      const more = mods.length - lines.length;
      return reply('answer', ...lines, ...(more > 0 ? [message('mods.more', { more })] : []));
    },
  };
}
