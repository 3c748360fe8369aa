import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { readZipDirectory, readZipEntry } from '../../tools/files/zip.mjs';
import { REPOSITORY } from '../support/repository/repository.ts';
import { LIBRARY_VERSION, sdkJar } from './sdk-build.ts';

const ARTIFACTS = ['feature-control-api', 'feature-control-mod'];
const MAVEN = join(REPOSITORY, 'mod-sdk/build/repository/io/github/featurecontrol');

/** Gradle resolves the artifacts in test/release/packages. */
describe('the published artifacts of the library for mods, and of the API for plugins', () => {
  it('are all that the repository has', () => {
    expect(readdirSync(MAVEN).sort()).toEqual(ARTIFACTS);
  });

  it.each(ARTIFACTS)(
    'contain, for %s, a jar with its licence and bill of materials, sources and Javadoc',
    (name) => {
      const folder = join(MAVEN, name, LIBRARY_VERSION);
      const read = (end: string) => readFileSync(join(folder, `${name}-${LIBRARY_VERSION}${end}`), 'latin1');
      for (const path of ['META-INF/LICENSE', `META-INF/sbom/${name}.cdx.json`])
        expect(read('.jar')).toContain(path);
      expect(read('.pom')).toContain(`<artifactId>${name}</`);
      const named = name === 'feature-control-api' ? 'api/FeatureControlApi' : 'sdk/FeatureControl';
      expect(read('-sources.jar')).toContain(`${named}.java`);
      expect(read('-javadoc.jar')).toContain(`${named}.html`);
      expect(readdirSync(folder)).toHaveLength(4);
    },
  );
});

/** What the resolvers of the loaders decide by: any two copies in one game end as docs/mods.md says. */
describe('the library for mods, in any version,', () => {
  const jar = readFileSync(sdkJar());
  const names = [...readZipDirectory(jar).keys()].filter((name) => !name.endsWith('/'));
  const read = (name: string) => readZipEntry(jar, name).toString('utf8');

  it('has one id for each loader, and a range that only begins', () => {
    expect(JSON.parse(read('fabric.mod.json'))).toMatchObject({
      id: 'feature-control-mod',
      version: LIBRARY_VERSION,
      depends: { minecraft: '>=1.16.2' },
      // Also on dedicated servers, for mods that name the library's classes there.
      environment: '*',
      entrypoints: { client: [expect.any(String)] },
    });
    const neoForge = read('META-INF/neoforge.mods.toml');
    expect(neoForge.match(/^modId = .*/gm)).toEqual(['modId = "feature_control_mod"', 'modId = "neoforge"']);
    expect(neoForge.match(/^version\w* = .*/gm)).toEqual([
      `version = "${LIBRARY_VERSION}"`,
      'versionRange = "[20.5.14-beta,)"',
    ]);
    const manifest = read('META-INF/MANIFEST.MF');
    expect(manifest).toContain('Automatic-Module-Name: feature_control_mod\r\n');
    expect(manifest).toContain(`Implementation-Version: ${LIBRARY_VERSION}\r\n`);
  });

  it('has its own packages only, no entry point for Forge, and classes that Java 8 and Forge 1.8.9 read', () => {
    const classes = names.filter((name) => name.endsWith('.class'));
    expect(classes.filter((name) => !name.startsWith('io/github/featurecontrol/sdk/'))).toEqual([]);
    const versions = classes.map((name) => readZipEntry(jar, name).readUInt16BE(6));
    expect(new Set(versions)).toEqual(new Set([52]));
    for (const name of classes)
      expect(readZipEntry(jar, name).includes('Lnet/minecraftforge/fml/common/Mod;')).toBe(false);
    expect(names.filter((name) => !name.endsWith('.class')).sort()).toEqual([
      'META-INF/LICENSE',
      'META-INF/MANIFEST.MF',
      'META-INF/neoforge.mods.toml',
      'META-INF/sbom/feature-control-mod.cdx.json',
      'fabric.mod.json',
    ]);
  });
});
