import { describe, expect, it } from '@jest/globals';
import { listFiles, readRepositoryFile } from '../support/repository/source-files.ts';

/** A version, or another name of a package with its version. */
const EXACT = /^(?:npm:[\w@/-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/;
const KINDS = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'] as const;

interface LockedPackage {
  readonly version?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly resolved?: string;
}

const readJson = (path: string): unknown => JSON.parse(readRepositoryFile(path));

/** Folders with packages of their own. */
const SEPARATE = ['tools/mod', 'test/web-tools'];

describe.each([
  'package.json',
  ...SEPARATE.map((folder) => `${folder}/package.json`),
  'rest-sidecar/client/package.json',
])('%s', (path) => {
  it('pins one version of each package, without ranges', () => {
    const manifest = readJson(path) as Partial<Record<(typeof KINDS)[number], Record<string, string>>>;
    const named = KINDS.flatMap((kind) => Object.entries(manifest[kind] ?? {}));
    expect(named.filter(([, version]) => !EXACT.test(version))).toEqual([]);
  });
});

describe.each(['package-lock.json', ...SEPARATE.map((folder) => `${folder}/package-lock.json`)])(
  '%s',
  (path) => {
    const { packages } = readJson(path) as { packages: Record<string, LockedPackage> };
    const locked = Object.entries(packages).filter(([name]) => name !== '');

    it('has a checksum of every package, so that npm accepts no other file', () => {
      expect(locked.length).toBeGreaterThan(20);
      const unchecked = locked.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''));
      expect(unchecked.map(([name]) => name)).toEqual([]);
    });

    it('names no registry: each installation uses its own', () => {
      expect(locked.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
    });
  },
);

describe('the artifacts that Gradle downloads', () => {
  it('have one version each', () => {
    const scripts = listFiles('test', '.gradle').concat(listFiles('tools', '.gradle'), 'build.gradle');
    const coordinates = scripts
      .filter((path) => !path.startsWith('tools/check/advisories/'))
      .flatMap((path) =>
        [...readRepositoryFile(path).matchAll(/'([\w.-]+:[\w.-]+:[^']+)'/g)].map(([, text]) => text),
      );
    expect(coordinates.length).toBeGreaterThan(5);
    expect(coordinates.filter((text) => /[+[\](),]|latest\.|SNAPSHOT/.test(text ?? ''))).toEqual([]);
  });
});
