import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runGradle } from '../support/jar/run-gradle.ts';
import { makeTemporaryDirectory } from '../support/processes/temporary-directory.ts';
import type { TemporaryDirectory } from '../support/processes/temporary-directory.ts';
import { fences } from '../support/repository/markdown.ts';
import { REPOSITORY } from '../support/repository/repository.ts';
import { readRepositoryFile } from '../support/repository/source-files.ts';
import { documentedMod, LIBRARY_VERSION, loaderNames, sdkJar } from './sdk-build.ts';

const CORE = 'feature-control-mod';
const ARTIFACTS = [CORE, ...loaderNames().map((part) => `${CORE}-${part}`)];
const FOLDER = dirname(sdkJar());
const MAVEN = join(REPOSITORY, 'mod-sdk', 'build', 'repository');
const PATIENCE_MS = 180_000;

function filesOf(name: string): string[] {
  return ['.jar', '.pom', '-sources.jar', '-javadoc.jar'].map((end) => `${name}-${LIBRARY_VERSION}${end}`);
}

describe('the published artifacts of the library for mods', () => {
  it.each(ARTIFACTS)(
    'contain, for %s, a jar with its licence and bill of materials, and the files that Maven requires',
    (name) => {
      const baseName = `${name}-${LIBRARY_VERSION}`;
      const jar = readFileSync(join(FOLDER, `${baseName}.jar`), 'latin1');
      for (const path of ['META-INF/LICENSE', `META-INF/sbom/${name}.cdx.json`]) expect(jar).toContain(path);
      const pom = readFileSync(join(FOLDER, `${baseName}.pom`), 'utf8');
      const coordinates = { groupId: 'io.github.featurecontrol', artifactId: name, version: LIBRARY_VERSION };
      for (const [field, value] of Object.entries(coordinates)) expect(pom).toContain(`<${field}>${value}</`);
      expect(readFileSync(join(FOLDER, `${baseName}-sources.jar`), 'latin1')).toContain(
        'sdk/FeatureControl.java',
      );
      expect(readFileSync(join(FOLDER, `${baseName}-javadoc.jar`), 'latin1')).toContain(
        'sdk/FeatureControl.html',
      );
    },
  );

  it.each(ARTIFACTS)('are stored, for %s, in the layout of a Maven repository', (name) => {
    const folder = join(MAVEN, 'io', 'github', 'featurecontrol', name, LIBRARY_VERSION);
    expect(readdirSync(folder).sort()).toEqual(filesOf(name).sort());
  });

  it('are the only files in their folder', () => {
    expect(readdirSync(FOLDER).sort()).toEqual(ARTIFACTS.flatMap(filesOf).sort());
  });
});

/** Both tests share one run of Gradle, as its start takes most of the time. */
describe('a build in another folder', () => {
  const tasks = ['jar', 'coreSourcesJar', 'corePom', 'fabric1205Jar', 'legacyforge189Jar'];
  let clone: TemporaryDirectory;

  beforeAll(async () => {
    clone = makeTemporaryDirectory();
    for (const path of ['mod-sdk', 'package.json', 'LICENSE'])
      cpSync(join(REPOSITORY, path), join(clone.path, path), {
        recursive: true,
        filter: (source) => !/[/\\]build[/\\](?!notices)/.test(source),
      });
    clone.write('settings.gradle', "include 'mod-sdk', 'my-mod'\n");
    const page = readRepositoryFile('docs/mods.md');
    clone.write('my-mod/build.gradle', buildOfMod(page));
    clone.write('my-mod/src/main/java/MyMod.java', documentedMod(page));
    const targets = [...tasks.map((task) => `:mod-sdk:${task}`), ':my-mod:compileJava'];
    const built = await runGradle(clone.path, ['--offline', ...targets], { TZ: 'Pacific/Auckland' });
    expect(built).toMatchObject({ code: 0 });
  }, PATIENCE_MS);

  afterAll(() => {
    clone.remove();
  });

  it('produces the same bytes at another time and in another time zone', () => {
    const built = join(clone.path, 'mod-sdk', 'build', 'libs');
    const files = readdirSync(built);
    expect(files).toHaveLength(tasks.length);
    const isDifferent = (file: string) =>
      !readFileSync(join(built, file)).equals(readFileSync(join(FOLDER, file)));
    expect(files.filter(isDifferent)).toEqual([]);
  });

  it('compiles the mod of docs/mods.md against the library, with the dependencies given there', () => {
    expect(readdirSync(join(clone.path, 'my-mod/build/classes/java/main'))).toEqual(['MyMod.class']);
  });
});

/** Returns the build of docs/mods.md, with `implementation` instead of the methods of loader plugins. */
function buildOfMod(page: string): string {
  const [text = ''] = fences(page).flatMap((fence) => (fence.language === 'groovy' ? [fence.text] : []));
  const [repositories = ''] = /^repositories \{.*?^\}/ms.exec(text) ?? [];
  const coordinates = [...text.matchAll(/'(io\.github\.featurecontrol:[\w.-]+:[\w.-]+)'/g)];
  expect(coordinates).toHaveLength(3);
  const dependencies = coordinates.map(([, coordinate]) => `implementation '${String(coordinate)}'`);
  return [
    "apply plugin: 'java'",
    repositories.replace('/path/to/feature-control/mod-sdk/build/repository', MAVEN),
    `dependencies {\n${dependencies.join('\n')}\n}\n`,
  ].join('\n');
}
