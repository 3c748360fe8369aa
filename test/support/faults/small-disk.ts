import { spawnSync } from 'node:child_process';
import { makeTemporaryDirectory } from '../processes/temporary-directory.ts';

/** A folder with a disk of its own, as large as a test wants it. */
export interface SmallDisk {
  readonly path: string;
  /** Why there is none, and `path` is a folder like any other; undefined where there is one. */
  readonly missing: string | undefined;
  /** What stands on it stays. @param size as `mount` takes it, such as `8m` */
  resize(size: string): void;
  /** @param isReadOnly for everybody, root included */
  protect(isReadOnly: boolean): void;
  remove(): void;
}

/** Makes one in memory, which Linux allows to root alone; the caller removes it. */
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

/** @returns why it did not work, in one line */
function mount(...args: readonly string[]): string | undefined {
  const { error, status, stderr } = spawnSync('mount', args, { encoding: 'utf8' });
  if (error !== undefined) return error.message;
  return status === 0 ? undefined : (stderr.trim().split('\n')[0] ?? 'mount failed');
}
