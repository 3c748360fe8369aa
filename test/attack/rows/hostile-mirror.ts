import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { check } from '../../jar/ask.ts';
import { complaintsOf } from '../../jar/log-expectations.ts';
import { PATIENCE, untilReady } from '../../jar/start-proxy.ts';
import { brokenAmong } from '../../faults/matrix/row.ts';
import type { Row } from '../../faults/matrix/row.ts';
import { eventually } from '../../support/eventually.ts';
import type { MirrorBehaviour } from '../../support/jar/maven-mirror.ts';
import type { SlimProxy } from '../slim-proxy.ts';

const BEHAVIOURS: readonly MirrorBehaviour[] = [
  ...(['wrong', 'cut off', 'elsewhere', 'in circles', 'no HTTP', 'endless', 'huge'] as const),
];
/** Maximum disk use of a mirror's invalid downloads. */
const MAX_BYTES = 200_000_000;

export const HOSTILE_MIRROR: Row<SlimProxy> = {
  fault: "The slim jar's mirror sends other bytes, too few, a redirect, no HTTP, or without end",
  promise: 'each start is off with one line, loads nothing and fills no disk; a good mirror puts all right',
  run: async ({ disk, libraries, mirror, proxy }) => {
    const broken: string[] = [];
    let peakBytes = 0;
    const measure = setInterval(() => {
      peakBytes = Math.max(peakBytes, bytesIn(libraries));
    }, 20);
    await eventually(() => complaintsOf(proxy).length > 0, { ...PATIENCE, what: 'the first complaint' });
    for (const behaviour of BEHAVIOURS) {
      await proxy.stopPlugins();
      const lines = complaintsOf(proxy).length;
      mirror.behaviour = behaviour;
      await proxy.startPlugins();
      await eventually(() => complaintsOf(proxy).length > lines, { ...PATIENCE, what: behaviour }).catch(
        (cause: unknown) => broken.push(String(cause)),
      );
      const [line = '', ...more] = complaintsOf(proxy).slice(lines);
      if (!line.includes('feature-control is off: ') || more.length > 0)
        broken.push(`${behaviour}: ${line} ${more.join(' ')}`);
      const loaded = existsSync(libraries)
        ? readdirSync(libraries).filter((name) => name.startsWith('js-language') && name.endsWith('.jar'))
        : [];
      if (loaded.length > 0) broken.push(`${behaviour}: keeps ${loaded.join()}`);
    }
    clearInterval(measure);
    await proxy.stopPlugins();
    mirror.behaviour = 'good';
    await proxy.startPlugins();
    await untilReady(proxy);
    const { ok } = await check(await proxy.join({ connected: true }), 'my-mod', []);
    const thrown = proxy.log.filter((line) => /^\s+at |Caused by/.test(line));
    return {
      load: [
        `${BEHAVIOURS.length} starts${disk.missing === undefined ? '' : ', on the disk of the machine'}`,
      ],
      seen: [`at most ${Math.round(peakBytes / 1e6)} MB on the disk`],
      broken: brokenAmong({
        [broken.join('; ')]: broken.length === 0,
        [`${Math.round(peakBytes / 1e6)} MB were kept`]: peakBytes < MAX_BYTES,
        'not answered with a good mirror': ok,
        [`a stack trace: ${thrown[0] ?? ''}`]: thrown.length === 0,
      }),
    };
  },
};

function bytesIn(directory: string): number {
  if (!existsSync(directory)) return 0;
  const files = readdirSync(directory).map((name) => join(directory, name));
  return files.reduce((sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0), 0);
}
