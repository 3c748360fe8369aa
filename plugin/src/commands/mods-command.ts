import type { Administration, Command } from './command.ts';
import { formatCount, groupDigits } from './format.ts';
import type { Span } from './reply.ts';

/** Mods that are shown. */
const MOST_SHOWN = 50;

/** `mods`: which mods have asked this proxy recently, and by how many players. */
export function createModsCommand({ service }: Administration): Command {
  return {
    name: 'mods',
    parameters: '',
    summary: 'shows which mods have asked this proxy in the last hour, and by how many players',
    run: () => {
      const mods = service().askingMods.recent();
      const shown = mods.slice(0, MOST_SHOWN);
      const lines: Span[][] = shown.map(({ client, players }) => [
        { name: client },
        `: ${formatCount(players, 'player')}`,
      ]);
      const rest = mods.length - shown.length;
      if (rest > 0) lines.push([`And ${groupDigits(rest)} more.`]);
      return Promise.resolve({
        tone: 'answer',
        lines: lines.length > 0 ? lines : [['No mod has asked this proxy in the last hour.']],
      });
    },
  };
}
