import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { checkLibraries as checkPinnedLibraries } from '../../tools/development-proxy/check-libraries.mjs';
import { readRepositoryFile } from '../support/repository/source-files.ts';
import { makeTemporaryDirectory, type TemporaryDirectory } from '../support/processes/temporary-directory.ts';
import { unpackJar } from '../support/jar/unpack-jar.ts';
import { builtJar } from '../velocity-stand-in/built-jar.ts';

const LIBRARY = { group: 'org.reactivestreams', name: 'reactive-streams', version: '1.0.4' };
const FILE = `${LIBRARY.name}-${LIBRARY.version}`;
const GRADLE_MS = 120_000;

/**
 * A script that makes the project download its libraries only from one folder, whatever build.gradle
 * declares.
 */
const INIT = `gradle.afterProject { project ->
    project.repositories.clear()
    project.repositories.maven { url new File(project.rootDir, 'repository').toURI() }
}`;

describe('the check of the pinned libraries', () => {
  let project: TemporaryDirectory;

  beforeEach(() => {
    project = makeTemporaryDirectory();
  });

  afterEach(() => {
    project.remove();
  });

  /** Writes a project with the build.gradle of this repository, and with one of its pinned libraries. */
  const writeProject = async (tamper: (jar: Buffer) => void): Promise<void> => {
    const pinned = readRepositoryFile('plugin/libraries.txt')
      .split('\n')
      .filter((line) => line.includes(LIBRARY.name));
    project.write('plugin/libraries.txt', pinned.join('\n'));
    for (const path of ['build.gradle', 'package.json']) project.write(path, readRepositoryFile(path));
    project.write('init.gradle', INIT);
    const inJar = `META-INF/libraries/${FILE}.jar`;
    await unpackJar(builtJar(), inJar, project.path);
    const jar = readFileSync(join(project.path, inJar));
    tamper(jar);
    const folder = `repository/${LIBRARY.group.replaceAll('.', '/')}/${LIBRARY.name}/${LIBRARY.version}`;
    project.write(`${folder}/${FILE}.jar`, jar);
    project.write(
      `${folder}/${FILE}.pom`,
      `<project><modelVersion>4.0.0</modelVersion><groupId>${LIBRARY.group}</groupId><artifactId>${LIBRARY.name}</artifactId><version>${LIBRARY.version}</version></project>`,
    );
  };

  /** Runs the check with a separate cache, so that other builds never see the tampered library. */
  const checkLibraries = async (): Promise<{ code: number | null; output: string }> => {
    const cache = join(project.path, 'cache');
    const args = ['--no-daemon', '--console=plain', '-g', cache, '-I', join(project.path, 'init.gradle')];
    const child = spawn(process.env['FC_GRADLE'] ?? 'gradle', [...args, 'checkLibraries'], {
      cwd: project.path,
    });
    const pieces: string[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (piece: string) => pieces.push(piece));
    await once(child, 'close');
    return { code: child.exitCode, output: pieces.join('') };
  };

  it(
    'passes for the pinned file',
    async () => {
      await writeProject(() => undefined);
      expect(await checkLibraries()).toMatchObject({ code: 0 });
    },
    GRADLE_MS,
  );

  it(
    'fails the build of the plugin for another file, and names it',
    async () => {
      await writeProject((jar) => {
        jar.writeUInt8(jar.readUInt8(100) ^ 1, 100);
      });
      const { code, output } = await checkLibraries();
      expect(code).not.toBe(0);
      expect(output).toContain(`${FILE}.jar has SHA-256 `);
    },
    GRADLE_MS,
  );

  it('fails the build of the stand-in for Velocity for another file, or one that is not pinned', () => {
    const check = (checksums: string) => () => {
      checkPinnedLibraries(project.path, checksums);
    };
    project.write('a.jar', 'a');
    const wrongPin = `${'0'.repeat(64)}  a.jar\n`;
    const rightPin = 'ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb  a.jar\n';
    expect(check(rightPin)).not.toThrow();
    expect(check(wrongPin)).toThrow('a.jar is not the expected file');
    project.write('b.jar', 'b');
    expect(check(rightPin)).toThrow('b.jar is not the expected file');
  });
});
