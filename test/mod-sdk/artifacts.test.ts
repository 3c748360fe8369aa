import { execFile } from 'node:child_process';
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { makeTemporaryDirectory } from '../support/processes/temporary-directory.ts';
import { REPOSITORY } from '../support/repository/repository.ts';
import { LIBRARY_VERSION, loaderNames, sdkJar } from './sdk-build.ts';

const CORE = 'feature-control-mod';
const ARTIFACTS = [CORE, ...loaderNames().map((part) => `${CORE}-${part}`)];
const FOLDER = dirname(sdkJar());
const PATIENCE_MS = 180_000;

function filesOf(name: string): string[] {
  return ['.jar', '.pom', '-sources.jar', '-javadoc.jar'].map((end) => `${name}-${LIBRARY_VERSION}${end}`);
}

describe('what is published of the library for mods', () => {
  it.each(ARTIFACTS)(
    'is, of %s, a jar with its licence and bill of materials, and what Maven wants',
    (name) => {
      const of = `${name}-${LIBRARY_VERSION}`;
      const jar = readFileSync(join(FOLDER, `${of}.jar`), 'latin1');
      for (const path of ['META-INF/LICENSE', `META-INF/sbom/${name}.cdx.json`]) expect(jar).toContain(path);
      const pom = readFileSync(join(FOLDER, `${of}.pom`), 'utf8');
      const coordinates = { groupId: 'io.github.featurecontrol', artifactId: name, version: LIBRARY_VERSION };
      for (const [field, value] of Object.entries(coordinates)) expect(pom).toContain(`<${field}>${value}</`);
      expect(readFileSync(join(FOLDER, `${of}-sources.jar`), 'latin1')).toContain('sdk/FeatureControl.java');
      expect(readFileSync(join(FOLDER, `${of}-javadoc.jar`), 'latin1')).toContain('sdk/FeatureControl.html');
    },
  );

  it.each(ARTIFACTS)('lies, for %s, where Gradle and Maven look for it', (name) => {
    const folder = join(
      REPOSITORY,
      'mod-sdk/build/repository/io/github/featurecontrol',
      name,
      LIBRARY_VERSION,
    );
    expect(readdirSync(folder).sort()).toEqual(filesOf(name).sort());
  });

  it('is nothing else', () => {
    expect(readdirSync(FOLDER).sort()).toEqual(ARTIFACTS.flatMap(filesOf).sort());
  });

  it(
    'has the same bytes when it is built in another folder, at another time and in another time zone',
    async () => {
      const clone = makeTemporaryDirectory();
      try {
        for (const path of ['mod-sdk', 'package.json', 'LICENSE'])
          cpSync(join(REPOSITORY, path), join(clone.path, path), {
            recursive: true,
            filter: (source) => !/[/\\]build[/\\](?!notices)/.test(source),
          });
        clone.write('settings.gradle', "include 'mod-sdk'\n");
        const gradle = process.env['FC_GRADLE'] ?? 'gradle';
        const tasks = ['jar', 'coreSourcesJar', 'corePom', 'fabric1205Jar', 'legacyforge189Jar'];
        const options = ['--no-daemon', '--console=plain', '--offline'];
        const env = { ...process.env, TZ: 'Pacific/Auckland' };
        await promisify(execFile)(gradle, [...options, ...tasks.map((task) => `:mod-sdk:${task}`)], {
          cwd: clone.path,
          env,
        });
        const built = join(clone.path, 'mod-sdk', 'build', 'libs');
        const files = readdirSync(built);
        expect(files).toHaveLength(tasks.length);
        const others = files.filter(
          (file) => !readFileSync(join(built, file)).equals(readFileSync(join(FOLDER, file))),
        );
        expect(others).toEqual([]);
      } finally {
        clone.remove();
      }
    },
    PATIENCE_MS,
  );
});
