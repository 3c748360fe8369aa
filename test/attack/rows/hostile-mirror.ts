import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { check } from '../../jar/ask.ts';
import { warningsAndErrorsOf } from '../../jar/log-expectations.ts';
import { PATIENCE, untilReady } from '../../jar/start-proxy.ts';
import { brokenGuarantees } from '../../faults/matrix/row.ts';
import type { Row } from '../../faults/matrix/row.ts';
import { eventually } from '../../support/eventually.ts';
import type { MirrorBehaviour } from '../../support/jar/maven-mirror.ts';
import type { SlimProxy } from '../slim-proxy.ts';

const BEHAVIOURS: readonly MirrorBehaviour[] = [
  ...(['wrong', 'cut off', 'elsewhere', 'in circles', 'no HTTP', 'endless', 'huge'] as const),
];
/** Maximum disk space that a mirror's invalid files may use. */
const MAX_BYTES = 200_000_000;

export const HOSTILE_MIRROR: Row<SlimProxy> = {
  fault: "The slim jar's mirror sends wrong bytes, too few, a redirect, no HTTP, or an endless response",
  guarantee:
    'each start logs one line, loads no library and fills no disk; with a good mirror, the plugin starts',
  run: async ({ disk, libraries, mirror, proxy }) => {
    const broken: string[] = [];
    let peakBytes = 0;
    const measure = setInterval(() => {
      peakBytes = Math.max(peakBytes, bytesIn(libraries));
    }, 20);
    await eventually(() => warningsAndErrorsOf(proxy).length > 0, {
      ...PATIENCE,
      what: 'the first log line',
    });
    for (const behaviour of BEHAVIOURS) {
      await proxy.stopPlugins();
      const before = warningsAndErrorsOf(proxy).length;
      mirror.behaviour = behaviour;
      await proxy.startPlugins();
      await eventually(() => warningsAndErrorsOf(proxy).length > before, {
        ...PATIENCE,
        what: behaviour,
      }).catch((cause: unknown) => broken.push(String(cause)));
      const [line = '', ...more] = warningsAndErrorsOf(proxy).slice(before);
      if (!line.includes('feature-control is off: ') || more.length > 0)
        broken.push(`${behaviour}: ${line} ${more.join(' ')}`);
      const kept = existsSync(libraries)
        ? readdirSync(libraries).filter((name) => name.startsWith('js-language') && name.endsWith('.jar'))
        : [];
      if (kept.length > 0) broken.push(`${behaviour}: keeps ${kept.join()}`);
    }
    clearInterval(measure);
    await proxy.stopPlugins();
    mirror.behaviour = 'good';
    await proxy.startPlugins();
    await untilReady(proxy);
    const { ok } = await check(await proxy.join({ connected: true }), 'my-mod', []);
    const stackTraces = proxy.log.filter((line) => /^\s+at |Caused by/.test(line));
    return {
      load: [
        `${BEHAVIOURS.length} starts${disk.missing === undefined ? '' : ', on a disk without a size limit'}`,
      ],
      seen: [`at most ${Math.round(peakBytes / 1e6)} MB on the disk`],
      broken: brokenGuarantees({
        [broken.join('; ')]: broken.length === 0,
        [`${Math.round(peakBytes / 1e6)} MB were kept`]: peakBytes < MAX_BYTES,
        'not answered with a good mirror': ok,
        [`a stack trace: ${stackTraces[0] ?? ''}`]: stackTraces.length === 0,
      }),
    };
  },
};

function bytesIn(directory: string): number {
  if (!existsSync(directory)) return 0;
  const files = readdirSync(directory).map((name) => join(directory, name));
  return files.reduce((sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0), 0);
}
