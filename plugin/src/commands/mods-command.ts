import { toNames } from '../messages/formats.ts';
import { message } from '../messages/message.ts';
import { reply } from '../messages/reply.ts';
import type { Administration, Command } from './command.ts';
import { firstOf } from './list-contents.ts';

/** `mods`: shows which mods have sent requests to the proxies, the latest first. */
export function createModsCommand({ service }: Administration): Command {
  return {
    name: 'mods',
    parameters: '',
    run: async () => {
      const clients = await service().catalogue.clients();
      if (clients.length === 0) return reply('answer', message('mods.none'));
      return reply('answer', message('mods.mods', { mods: firstOf(toNames(clients)) }));
    },
  };
}
