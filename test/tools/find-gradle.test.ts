import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { findGradle } from '../../tools/set-up/find-gradle.mjs';
import { makeTemporaryDirectory, type TemporaryDirectory } from '../support/processes/temporary-directory.ts';

describe('findGradle', () => {
  let root: TemporaryDirectory;

  beforeEach(() => {
    root = makeTemporaryDirectory();
  });
  afterEach(() => {
    root.remove();
  });

  const onPath = (...folders: string[]) => ({ PATH: folders.map((name) => join(root.path, name)).join(':') });

  it('finds the one that apt installs, and reads its version without running it', () => {
    const program = root.writeProgram('usr/share/gradle/bin/gradle', 'exit 1');
    root.write('usr/share/gradle/lib/gradle-core-4.4.1.jar', '');
    root.write('usr/share/gradle/lib/gradle-core-api-4.4.1.jar', '');
    mkdirSync(join(root.path, 'usr/bin'), { recursive: true });
    symlinkSync(program, join(root.path, 'usr/bin/gradle'));
    expect(findGradle(onPath('usr/bin'))).toStrictEqual({
      path: join(root.path, 'usr/bin/gradle'),
      version: [4, 4, 1],
    });
  });

  it('runs one with another folder structure to get its version', () => {
    const script = '[ "$1" = --version ] && echo && echo "------" && echo "Gradle 8.14"';
    const path = root.writeProgram('odd/gradle', script);
    expect(findGradle({ FC_GRADLE: path })).toStrictEqual({ path, version: [8, 14] });
  });
});
