import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { check } from '../../jar/ask.ts';
import { complaintsOf } from '../../jar/log-expectations.ts';
import { PATIENCE, untilReady } from '../../jar/start-proxy.ts';
import { brokenAmong } from '../../faults/matrix/row.ts';
import type { Row } from '../../faults/matrix/row.ts';
import { eventually } from '../../support/eventually.ts';
import type { SlimProxy } from '../slim-proxy.ts';

/** @param missing the reason why no disk can be created here; undefined if it can */
export const fullDisk = (missing: string | undefined): Row<SlimProxy> => ({
  fault: "The disk of a proxy's plugins is full when a library is missing",
  promise: 'the plugin is off with one line that says so, and on again at the next start with room',
  unavailable: missing,
  run: async ({ disk, libraries, mirror, proxy }) => {
    const restartWith = async (change: () => void): Promise<void> => {
      await proxy.stopPlugins();
      change();
      await proxy.startPlugins();
    };
    const readiness = (): number => proxy.log.filter((line) => line.includes('is ready')).length;
    mirror.behaviour = 'good';
    const lines = complaintsOf(proxy).length;
    await restartWith(() => {
      const largest = readdirSync(libraries).find((name) => name.startsWith('js-language')) ?? '';
      rmSync(join(libraries, largest));
      disk.resize('50m');
    });
    await eventually(() => complaintsOf(proxy).length > lines, { ...PATIENCE, what: 'the complaint' });
    const said = complaintsOf(proxy).slice(lines);
    const times = readiness() + 1;
    await restartWith(() => {
      disk.resize('512m');
    });
    await untilReady(proxy, times);
    const { ok } = await check(await proxy.join({ connected: true }), 'my-mod', []);
    return {
      load: [],
      seen: [(said[0] ?? '').replace(/.*is off: /, '').slice(-60)],
      broken: brokenAmong({
        [said.join(' ')]: said.length === 1 && said[0]?.includes('No space left on device') === true,
        'not answered with room again': ok,
      }),
    };
  },
});
