import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { check } from '../../jar/ask.ts';
import { warningsAndErrorsOf } from '../../jar/log-expectations.ts';
import { PATIENCE, untilReady } from '../../jar/start-proxy.ts';
import { brokenGuarantees } from '../../faults/matrix/row.ts';
import type { Row } from '../../faults/matrix/row.ts';
import { eventually } from '../../support/eventually.ts';
import type { SlimProxy } from '../slim-proxy.ts';

/** @param unavailable the reason why no small disk can be created on this machine; undefined if it can */
export const fullDisk = (unavailable: string | undefined): Row<SlimProxy> => ({
  fault: "The disk of a proxy's plugins is full when a library is missing",
  guarantee: 'the plugin is off, with one log line that says so, and starts again when the disk has space',
  unavailable,
  run: async ({ disk, libraries, mirror, proxy }) => {
    const restartWith = async (change: () => void): Promise<void> => {
      await proxy.stopPlugins();
      change();
      await proxy.startPlugins();
    };
    const countStarts = (): number => proxy.log.filter((line) => line.includes('is ready')).length;
    mirror.behaviour = 'good';
    const before = warningsAndErrorsOf(proxy).length;
    await restartWith(() => {
      const largest = readdirSync(libraries).find((name) => name.startsWith('js-language')) ?? '';
      rmSync(join(libraries, largest));
      disk.resize('50m');
    });
    await eventually(() => warningsAndErrorsOf(proxy).length > before, { ...PATIENCE, what: 'the log line' });
    const lines = warningsAndErrorsOf(proxy).slice(before);
    const starts = countStarts() + 1;
    await restartWith(() => {
      disk.resize('512m');
    });
    await untilReady(proxy, starts);
    const { ok } = await check(await proxy.join({ connected: true }), 'my-mod', []);
    return {
      load: [],
      seen: [(lines[0] ?? '').replace(/.*is off: /, '').slice(-60)],
      broken: brokenGuarantees({
        [lines.join(' ')]: lines.length === 1 && lines[0]?.includes('No space left on device') === true,
        'not answered after the disk had space again': ok,
      }),
    };
  },
});
