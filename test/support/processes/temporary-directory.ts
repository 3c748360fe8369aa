import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export interface TemporaryDirectory {
  /** Absolute, without symbolic links. */
  readonly path: string;
  /**
   * Writes a file in the directory.
   * @returns the file's path
   */
  write(name: string, content: string | Uint8Array): string;
  /** Reads a file in the directory. */
  read(name: string): string;
  /**
   * Writes a shell script in the directory.
   * @returns its path
   */
  writeProgram(name: string, script?: string): string;
  /** Removes the directory with all its contents. */
  remove(): void;
}

/** Creates an empty directory. The caller removes it. */
export function makeTemporaryDirectory(): TemporaryDirectory {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'feature-control-test-')));
  function write(name: string, content: string | Uint8Array): string {
    const file = join(path, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    return file;
  }
  return {
    path,
    write,
    read(name) {
      return readFileSync(join(path, name), 'utf8');
    },
    writeProgram(name, script = 'exit 0') {
      const file = write(name, `#!/bin/sh\n${script}\n`);
      chmodSync(file, 0o755);
      return file;
    },
    remove() {
      rmSync(path, { recursive: true, force: true });
    },
  };
}
