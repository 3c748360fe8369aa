import { toNames } from '../messages/formats.ts';
import { message } from '../messages/message.ts';
import { reply } from '../messages/reply.ts';
import type { Command } from './command.ts';
import { firstOf } from './list-contents.ts';

/** `mods`: shows which mods have sent requests to the proxies, the latest first. */
export const modsCommand: Command = {
  name: 'mods',
  parameters: '',
  run: async ({ service }) => {
    const clients = await service.catalogue.clients();
    if (clients.length === 0) return reply('answer', message('mods.none'));
    return reply('answer', message('mods.mods', { mods: firstOf(toNames(clients)) }));
  },
};
