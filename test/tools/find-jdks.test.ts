import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { findDistributionJava, findJdks } from '../../tools/set-up/find-jdks.mjs';
import { makeTemporaryDirectory, type TemporaryDirectory } from '../support/processes/temporary-directory.ts';

describe('findJdks', () => {
  let root: TemporaryDirectory;

  beforeEach(() => {
    root = makeTemporaryDirectory();
  });
  afterEach(() => {
    root.remove();
  });

  function addJdk(place: string, version: string): string {
    root.writeProgram(`${place}/bin/javac`);
    root.write(`${place}/release`, `IMPLEMENTOR="Somebody"\nJAVA_VERSION="${version}"\n`);
    return join(root.path, place);
  }
  const find = (env: Record<string, string> = {}) => findJdks({ env, root: root.path, platform: 'linux' });

  it('finds the JDKs that apt installs, without duplicates, oldest first', () => {
    const newer = addJdk('usr/lib/jvm/java-21-openjdk-amd64', '21.0.5');
    const older = addJdk('usr/lib/jvm/java-17-openjdk-amd64', '17');
    symlinkSync(older, join(root.path, 'usr/lib/jvm/default-java'));
    expect(find()).toStrictEqual([
      { home: older, major: 17 },
      { home: newer, major: 21 },
    ]);
  });

  it.each([
    'opt/homebrew/opt/openjdk@17/libexec/openjdk.jdk/Contents/Home',
    'usr/local/opt/openjdk/libexec/openjdk.jdk/Contents/Home',
    'Library/Java/JavaVirtualMachines/temurin-17.jdk/Contents/Home',
  ])('finds %s', (place) => {
    const home = addJdk(place, '17.0.1');
    expect(find()).toStrictEqual([{ home, major: 17 }]);
  });

  it('puts JAVA_HOME first', () => {
    const older = addJdk('usr/lib/jvm/17', '17.0.1');
    const own = addJdk('home/me/jdk', '23.0.1');
    expect(find({ JAVA_HOME: own })).toStrictEqual([
      { home: own, major: 23 },
      { home: older, major: 17 },
    ]);
  });

  it('finds the one on the path, behind symbolic links', () => {
    const home = addJdk('opt/vendor/jdk', '19.0.2');
    root.write('bin/readme', '');
    symlinkSync(join(home, 'bin/javac'), join(root.path, 'bin/javac'));
    expect(find({ PATH: join(root.path, 'bin') })).toStrictEqual([{ home, major: 19 }]);
  });

  it('ignores a JRE, which has no compiler, and a folder without a release file', () => {
    root.writeProgram('usr/lib/jvm/jre/bin/java');
    root.write('usr/lib/jvm/jre/release', 'JAVA_VERSION="17"\n');
    root.writeProgram('usr/lib/jvm/unknown/bin/javac');
    expect(find({ JAVA_HOME: '/nonexistent' })).toStrictEqual([]);
  });

  it('recognises the distribution’s default Java, which may have no compiler', () => {
    const defaultJava = () => findDistributionJava({ root: root.path });
    expect(defaultJava()).toBeUndefined();
    root.write('usr/lib/jvm/default-java/release', 'JAVA_VERSION="21.0.12.1"\n');
    expect(defaultJava()).toBe(21);
  });
});
