import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { REPOSITORY } from '../support/repository/repository.ts';
import { LIBRARY_VERSION, loaderNames } from './sdk-build.ts';

const CORE = 'feature-control-mod';
const API = 'feature-control-api';
const MAVEN = join(REPOSITORY, 'mod-sdk/build/repository/io/github/featurecontrol');

/** Gradle resolves the artifacts in test/release/packages. */
describe('the published artifacts of the library for mods, and of the API for plugins', () => {
  it.each([API, CORE, ...loaderNames().map((part) => `${CORE}-${part}`)])(
    'contain, for %s, a jar with its licence and bill of materials, sources and Javadoc',
    (name) => {
      const folder = join(MAVEN, name, LIBRARY_VERSION);
      const read = (end: string) => readFileSync(join(folder, `${name}-${LIBRARY_VERSION}${end}`), 'latin1');
      for (const path of ['META-INF/LICENSE', `META-INF/sbom/${name}.cdx.json`])
        expect(read('.jar')).toContain(path);
      expect(read('.pom')).toContain(`<artifactId>${name}</`);
      const named = name === API ? 'api/FeatureControlApi' : 'sdk/FeatureControl';
      expect(read('-sources.jar')).toContain(`${named}.java`);
      expect(read('-javadoc.jar')).toContain(`${named}.html`);
      expect(readdirSync(folder)).toHaveLength(4);
    },
  );
});
