import type { Administration } from './administered-service.ts';
import { noNames } from './command.ts';
import type { Command } from './command.ts';
import { reply } from './reply.ts';

/** `reload`: the settings count as they are now written. Where they are wrong, those that counted go on. */
export function createReloadCommand({ reload }: Pick<Administration, 'reload'>): Command {
  return {
    name: 'reload',
    parameters: '',
    summary: 'reads config.toml again',
    leastWords: 0,
    mostWords: 0,
    run: async () => {
      const reloaded = await reload();
      if (!reloaded.ok) return reply('failed', `Nothing is changed: ${reloaded.problem}.`);
      const { note } = reloaded;
      const dropped =
        note === undefined ? '' : ` They name another Redis, database or key prefix: dropped ${note}.`;
      return reply('changed', `The settings are applied.${dropped}`);
    },
    complete: noNames,
  };
}
