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
  /** @param isReadOnly for all users, including root */
  protect(isReadOnly: boolean): void;
  remove(): void;
}

/** Creates a disk in memory, which Linux allows only to root. The caller removes it. */
export function makeSmallDisk(size: string): SmallDisk {
  const directory = makeTemporaryDirectory();
  const mounting = mount('-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', directory.path);
  const remount = (options: string): void => {
    const problem = mount('-o', `remount,${options}`, directory.path);
    if (problem !== undefined) throw new Error(problem);
  };
  return {
    path: directory.path,
    missing: mounting,
    resize(next) {
      remount(`size=${next}`);
    },
    protect(isReadOnly) {
      remount(isReadOnly ? 'ro' : 'rw');
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
