import { eventually } from '../support/eventually.ts';
import { BAD, BAD_PART, MirroredSets } from './mirrored-sets.ts';
import type { KeyReport, MirroredSetsDependencies, MirrorReport } from './mirrored-sets.ts';

/** A mirror of the sets below a prefix, which may run in another program. */
export interface MirrorUnderTest {
  report(keys: readonly string[], names: readonly string[]): Promise<MirrorReport>;
  mute(isMuted: boolean): Promise<void>;
  close(): Promise<void>;
}

/** Long enough to reconnect on a busy machine. */
const TIMEOUT = { withinMs: 30_000 };
const NAMES = ['a', 'b', 'c', 'd', BAD, BAD_PART];

/**
 * Returns the queries of tests to a mirror.
 * @param current returns the mirror of the running test
 */
export function observe(current: () => MirrorUnderTest) {
  const report = async (...keys: string[]): Promise<MirrorReport> => await current().report(keys, NAMES);

  const known = async (key: string): Promise<KeyReport> => {
    const [found] = (await report(key)).keys;
    if (found === undefined) throw new Error('nothing was reported');
    return found;
  };

  return {
    report,
    known,
    until: async (holds: (report: MirrorReport) => boolean, what: string): Promise<void> => {
      await eventually(async () => holds(await report()), { ...TIMEOUT, what });
    },
    /** @param members out of {@link NAMES}; none for a key without a value */
    shows: async (key: string, ...members: string[]): Promise<void> => {
      const expected = members.length === 0 ? null : members;
      const isShown = async () => JSON.stringify(await known(key)) === JSON.stringify(expected);
      await eventually(isShown, { ...TIMEOUT, what: `${key} to be ${members.join()}` });
    },
  };
}

/**
 * Creates a mirror in this process.
 * @param closed called after it was closed
 */
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
