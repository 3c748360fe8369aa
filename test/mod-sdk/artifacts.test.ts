import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { REPOSITORY } from '../support/repository/repository.ts';
import { LIBRARY_VERSION, loaderNames, sdkJar } from './sdk-build.ts';

const CORE = 'feature-control-mod';
const API = 'feature-control-api';
const ARTIFACTS = [API, CORE, ...loaderNames().map((part) => `${CORE}-${part}`)];
const FOLDER = dirname(sdkJar());
const MAVEN = join(REPOSITORY, 'mod-sdk', 'build', 'repository');

function filesOf(name: string): string[] {
  return ['.jar', '.pom', '-sources.jar', '-javadoc.jar'].map((end) => `${name}-${LIBRARY_VERSION}${end}`);
}

describe('the published artifacts of the library for mods, and of the API for plugins', () => {
  it.each(ARTIFACTS)(
    'contain, for %s, a jar with its licence and bill of materials, and the files that Maven requires',
    (name) => {
      const baseName = `${name}-${LIBRARY_VERSION}`;
      const jar = readFileSync(join(FOLDER, `${baseName}.jar`), 'latin1');
      for (const path of ['META-INF/LICENSE', `META-INF/sbom/${name}.cdx.json`]) expect(jar).toContain(path);
      const pom = readFileSync(join(FOLDER, `${baseName}.pom`), 'utf8');
      const coordinates = { groupId: 'io.github.featurecontrol', artifactId: name, version: LIBRARY_VERSION };
      for (const [field, value] of Object.entries(coordinates)) expect(pom).toContain(`<${field}>${value}</`);
      const named = name === API ? 'api/FeatureControlApi' : 'sdk/FeatureControl';
      for (const [kind, file] of [
        ['sources', `${named}.java`] as const,
        ['javadoc', `${named}.html`] as const,
      ])
        expect(readFileSync(join(FOLDER, `${baseName}-${kind}.jar`), 'latin1')).toContain(file);
    },
  );

  it.each(ARTIFACTS)('are stored, for %s, in the layout of a Maven repository', (name) => {
    const folder = join(MAVEN, 'io', 'github', 'featurecontrol', name, LIBRARY_VERSION);
    expect(readdirSync(folder).sort()).toEqual(filesOf(name).sort());
  });

  it('are the only files in their folder', () => {
    const archive = `feature-control-maven-${LIBRARY_VERSION}.zip`;
    expect(readdirSync(FOLDER).sort()).toEqual([archive, ...ARTIFACTS.flatMap(filesOf)].sort());
  });
});
