import type { MirrorUnderTest } from './observed-mirror.ts';
import { MirroredSets } from './mirrored-sets.ts';
import type { MirroredSetsDependencies } from './mirrored-sets.ts';

/** A mirror in this program. @param closed called after it was closed */
export function openMirror(
  dependencies: MirroredSetsDependencies,
  prefix: string,
  closed: () => void,
): Promise<MirrorUnderTest> {
  const sets = new MirroredSets(dependencies, prefix);
  return Promise.resolve({
    report: (keys, names) => Promise.resolve(sets.report(keys, names)),
    mute(isMuted) {
      sets.mute(isMuted);
      return Promise.resolve();
    },
    close() {
      sets.close();
      closed();
      return Promise.resolve();
    },
  });
}
