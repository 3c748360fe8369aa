import { spawnSync } from 'node:child_process';
import { makeTemporaryDirectory } from '../processes/temporary-directory.ts';

/** A folder on a disk of its own with limited space. */
export interface SmallDisk {
  readonly path: string;
  /** Why no disk could be created, and `path` is a normal folder; undefined if one was created. */
  readonly missing: string | undefined;
  /**
   * Resizes the disk. Its contents are kept.
   * @param size as for `mount`, such as `8m`
   */
  resize(size: string): void;
  remove(): void;
}

/** Creates a disk in memory, which Linux allows only to root. The caller removes it. */
export function makeSmallDisk(size: string): SmallDisk {
  const directory = makeTemporaryDirectory();
  const mounting = mount('-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', directory.path);
  return {
    path: directory.path,
    missing: mounting,
    resize(next) {
      const problem = mount('-o', `remount,size=${next}`, directory.path);
      if (problem !== undefined) throw new Error(problem);
    },
    remove() {
      if (mounting === undefined) spawnSync('umount', ['--lazy', directory.path]);
      directory.remove();
    },
  };
}

/** @returns the error in one line; undefined on success */
function mount(...args: readonly string[]): string | undefined {
  const { error, status, stderr } = spawnSync('mount', args, { encoding: 'utf8' });
  if (error !== undefined) return error.message;
  return status === 0 ? undefined : (stderr.trim().split('\n')[0] ?? 'mount failed');
}
