import { readFileSync, renameSync, truncateSync, writeFileSync } from 'node:fs';
import { brokenGuarantees } from '../../faults/matrix/row.ts';
import type { Row } from '../../faults/matrix/row.ts';
import { askStatus } from '../../jar/ask-status.ts';
import { check } from '../../jar/ask.ts';
import { untilReady } from '../../jar/start-proxy.ts';
import { eventually } from '../../support/eventually.ts';
import { builtJar } from '../../velocity-stand-in/built-jar.ts';
import type { StandIn } from '../../velocity-stand-in/stand-in.ts';
import type { AttackedProxy } from '../attacked-proxy.ts';

/** Changes to the file of a running plugin; the first ones replace the file and its contents. */
const SWAPS: Readonly<Record<string, (jar: string) => void>> = {
  'another jar put in its place': (jar) => {
    writeFileSync(`${jar}.new`, readFileSync(builtJar('slim')));
    renameSync(`${jar}.new`, jar);
  },
  'zeros written over it': (jar) => {
    writeFileSync(jar, Buffer.alloc(100_000));
  },
  'another jar written over it': (jar) => {
    writeFileSync(jar, readFileSync(builtJar('slim')));
  },
  truncated: (jar) => {
    truncateSync(jar, 10);
  },
};

/** The long form makes all changes. The plugin stops and starts at each. */
const SHORT_FORM_SWAPS = 2;

export const JAR_SWAPPED: Row<AttackedProxy> = {
  fault: 'The jar is swapped, overwritten and truncated while the proxy runs',
  guarantee: 'requests, commands and the shutdown still work, and so does a start with the restored jar',
  run: async ({ admin, jar, keys, proxy }, { isLong }) => {
    const original = readFileSync(jar);
    const broken: string[] = [];
    const swaps = Object.entries(SWAPS).slice(0, isLong ? undefined : SHORT_FORM_SWAPS);
    for (const [name, swap] of swaps) {
      const from = proxy.log.length;
      swap(jar);
      const feature = `fly-${name}`;
      await admin.sadd(keys.blocklistGlobal, feature);
      const problems = await Promise.all([untilBlocked(proxy, feature), askStatus(proxy)]).then(
        (): string[] => [],
        (cause: unknown) => [`${name}: ${String(cause)}`],
      );
      await proxy.stopPlugins().catch((cause: unknown) => problems.push(`${name}: ${String(cause)}`));
      const logged = proxy.log
        .slice(from)
        .filter((line) => /Exception|Error:|^\s+at |did not stop/.test(line));
      broken.push(...problems, ...logged.slice(0, 2).map((line) => `${name}: ${line}`));
      // Restored as a new file, since the old one may still be mapped by a stopped JVM.
      writeFileSync(`${jar}.new`, original);
      renameSync(`${jar}.new`, jar);
      const ready = proxy.log.filter((line) => line.includes('feature-control is ready')).length;
      await proxy.startPlugins();
      await untilReady(proxy, ready + 1);
      await untilBlocked(proxy, feature);
    }
    await admin.del(keys.blocklistGlobal);
    return {
      load: [`${swaps.length} changes`],
      seen: [`${broken.length} problems`],
      broken: brokenGuarantees({ [broken.join('; ')]: broken.length === 0 }),
    };
  },
};

/** Waits until a check reports the feature as blocked. */
async function untilBlocked(proxy: StandIn, feature: string): Promise<void> {
  await eventually(
    async () => {
      const answer = await check(await proxy.join({ connected: true }), 'my-mod', [feature]);
      return answer.payload?.blocklist[0] === feature;
    },
    { everyMs: 50, what: `${feature} to be blocked` },
  );
}
