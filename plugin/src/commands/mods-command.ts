import { names } from '../messages/formats.ts';
import { message } from '../messages/message.ts';
import type { Administration, Command } from './command.ts';
import { andMore } from './list-contents.ts';
import { reply } from '../messages/reply.ts';

/** The number of mods shown. */
const MAX_SHOWN = 50;

/** `mods`: shows which mods have sent requests to the proxies, the latest first. */
export function createModsCommand({ service }: Administration): Command {
  return {
    name: 'mods',
    parameters: '',
    summary: 'summary.mods',
    run: async () => {
      const clients = await service().catalogue.clients();
      if (clients.length === 0) return reply('answer', message('mods.none'));
      const shown = clients.slice(0, MAX_SHOWN);
      const mods = andMore(names(shown), clients.length - shown.length);
      return reply('answer', message('mods.mods', { mods }));
    },
  };
}
