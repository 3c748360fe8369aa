import { brokenGuarantees } from '../../faults/matrix/row.ts';
import type { Row } from '../../faults/matrix/row.ts';
import { eventually } from '../../support/eventually.ts';
import type { AttackedProxy } from '../attacked-proxy.ts';
import { HOSTILE, UNPRINTABLE } from './control-characters.ts';

export const NAMES_IN_THE_GAME: Row<AttackedProxy> = {
  fault: 'Control characters from Redis in the log, on the console and in the chat of a proxy',
  guarantee: 'none reaches them unescaped',
  run: async ({ admin, keys, proxy }) => {
    const from = proxy.log.length;
    const name = HOSTILE.replaceAll(/[\n\r]/g, '');
    await admin.sadd(keys.blocklistGlobal, HOSTILE, name, 'plain');
    await admin.sadd(keys.blocklistOf(HOSTILE), HOSTILE);
    await admin.set(keys.blocklistOf(`wrong${HOSTILE}`), 'no set');
    const player = await proxy.join({ connected: true });
    for (const command of ['list', 'block', 'unblock', 'check'])
      await player.permit(`featurecontrol.command.${command}`);
    const logged = (): string => proxy.log.slice(from).join('\n');
    await eventually(() => /WARN.*wrong/.test(logged()), { withinMs: 30_000, what: 'the warning' });
    await eventually(
      async () => {
        await proxy.runCommand('featurecontrol list');
        await proxy.runCommand('featurecontrol list', player);
        return player.chat.join('\n').includes('own:') && logged().includes('own:');
      },
      { withinMs: 30_000, everyMs: 200, what: 'both lists' },
    );
    const lines = [
      `unblock "${name}"`,
      `block "${name}"`,
      `check "${name}" "${name}x" plain`,
      `list "${name}"`,
      `list "${HOSTILE}"`,
    ];
    for (const line of lines) await proxy.runCommand(`featurecontrol ${line}`, player);
    await eventually(() => player.chat.length >= lines.length + 1 && logged().includes('Unblocked'), {
      withinMs: 30_000,
      what: 'the replies',
    });
    const chat = player.chat.flatMap((text) => text.split('\n'));
    const raw = [...proxy.log.slice(from), ...chat].filter((line) => UNPRINTABLE.test(line));
    await admin.flushdb();
    return {
      load: [],
      seen: [`${proxy.log.length - from} lines of the log and the console, ${chat.length} of the chat`],
      broken: brokenGuarantees({
        [`${raw.length} lines, such as ${JSON.stringify(raw[0])}`]: raw.length === 0,
      }),
    };
  },
};
