import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readZipEntry } from '../../tools/files/zip.mjs';
import { readRepositoryFile } from '../support/repository/source-files.ts';
import { makeTemporaryDirectory, type TemporaryDirectory } from '../support/processes/temporary-directory.ts';
import { runGradle } from '../support/jar/run-gradle.ts';
import { builtJar } from '../velocity-stand-in/built-jar.ts';

const LIBRARY = { group: 'org.reactivestreams', name: 'reactive-streams', version: '1.0.4' };
const FILE = `${LIBRARY.name}-${LIBRARY.version}`;
const GRADLE_MS = 120_000;

/**
 * A script that makes a project download its libraries only from a folder of its own, whatever build.gradle
 * declares.
 */
const INIT = `gradle.afterProject { project ->
    project.repositories.clear()
    project.repositories.maven { url new File(project.projectDir, 'repository').toURI() }
}`;

describe('the check of the pinned libraries', () => {
  let directory: TemporaryDirectory;

  beforeEach(() => {
    directory = makeTemporaryDirectory();
  });

  afterEach(() => {
    directory.remove();
  });

  /** Writes a project with the build.gradle of this repository, and with one of its pinned libraries. */
  const writeProject = (name: string, library: Buffer): void => {
    const pinned = readRepositoryFile('plugin/libraries.txt')
      .split('\n')
      .filter((line) => line.includes(LIBRARY.name));
    directory.write(`${name}/plugin/libraries.txt`, pinned.join('\n'));
    for (const path of ['build.gradle', 'package.json'])
      directory.write(`${name}/${path}`, readRepositoryFile(path));
    const folder = `${LIBRARY.group.replaceAll('.', '/')}/${LIBRARY.name}/${LIBRARY.version}`;
    directory.write(`${name}/repository/${folder}/${FILE}.jar`, library);
    directory.write(
      `${name}/repository/${folder}/${FILE}.pom`,
      `<project><modelVersion>4.0.0</modelVersion><groupId>${LIBRARY.group}</groupId><artifactId>${LIBRARY.name}</artifactId><version>${LIBRARY.version}</version></project>`,
    );
  };

  it(
    'passes for the pinned file; it fails the build of the plugin for another file, and names it',
    async () => {
      const pinned = readZipEntry(readFileSync(builtJar()), `META-INF/libraries/${FILE}.jar`);
      const tampered = Buffer.from(pinned);
      tampered.writeUInt8(tampered.readUInt8(100) ^ 1, 100);
      writeProject('pinned', pinned);
      writeProject('tampered', tampered);
      directory.write('settings.gradle', "include 'pinned', 'tampered'\n");
      const init = directory.write('init.gradle', INIT);
      // A separate cache, so that other builds never see the tampered library.
      const options = ['-g', join(directory.path, 'cache'), '-I', init, '--continue'];
      const tasks = [':pinned:checkLibraries', ':tampered:checkLibraries'];
      const { code, output } = await runGradle(directory.path, [...options, ...tasks]);
      expect(code).not.toBe(0);
      for (const task of tasks) expect(output).toContain(task);
      const failed = [...output.matchAll(/Execution failed for task '(.*)'/g)].map(([, task]) => task);
      expect(failed).toEqual([':tampered:checkLibraries']);
      expect(output).toContain(`${FILE}.jar has SHA-256 `);
    },
    GRADLE_MS,
  );
});
