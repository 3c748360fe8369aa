import { readFileSync } from 'node:fs';
import { fromRoot } from '../../files/paths.mjs';

const FOLDER = 'node_modules/';

/**
 * @typedef {object} Component
 * @property {string} name
 * @property {string} version
 * @property {string} purl
 * @property {string} license an SPDX expression
 * @property {{ alg: string, content: string }} hash
 * @property {string} [group] of a jar
 * @property {string} [folder] of an npm package, from the repository's root
 */

/**
 * @returns {Component[]} every library that the plugin's jar contains or downloads, as pinned in
 * plugin/libraries.txt
 */
export function jarComponents() {
  const text = readFileSync(fromRoot('plugin', 'libraries.txt'), 'utf8');
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines
    .map((line) => line.split(/\s+/))
    .filter(([use]) => use !== 'compile')
    .map(([, sha256, coordinates, ...license]) => {
      const [group, name, version] = coordinates.split(':');
      const purl = `pkg:maven/${group}/${name}@${version}`;
      const hash = { alg: 'SHA-256', content: sha256 };
      return { group, name, version, purl, license: license.join(' '), hash };
    });
}

/**
 * @param {string[]} folders from the repository's root, such as `node_modules/ajv`
 * @returns {Component[]} the npm packages there, as pinned in the lock file
 */
export function npmComponents(folders) {
  const { packages } = JSON.parse(readFileSync(fromRoot('package-lock.json'), 'utf8'));
  return folders.sort().map((folder) => {
    const { version, license, integrity } = packages[folder];
    const name = folder.slice(folder.lastIndexOf(FOLDER) + FOLDER.length);
    const content = Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex');
    const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
    return { name, version, purl, license, folder, hash: { alg: 'SHA-512', content } };
  });
}

/**
 * @param {string} bundle output of esbuild, which names the file of each module
 * @returns {string[]} the folders of the npm packages in it, without duplicates
 */
export function packagesIn(bundle) {
  const folders = bundle.match(/(?:node_modules\/(?:@[^/\s"]+\/)?[^/\s"]+\/)+/g) ?? [];
  return [...new Set(folders.map((folder) => folder.slice(0, -1)))];
}

/**
 * Creates a bill of materials in CycloneDX 1.5. It contains no time and no random number, so the same input
 * gives the same bytes.
 * @param {string} name of the described program
 * @param {string} version
 * @param {Component[]} components
 */
export function toBillOfMaterials(name, version, components) {
  const described = { type: 'application', 'bom-ref': `${name}@${version}`, name, version };
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { ...described, licenses: [{ license: { id: 'MIT' } }] } },
    components: components.map(({ license, hash, purl, folder: _, ...named }) => ({
      type: 'library',
      'bom-ref': purl,
      ...named,
      licenses: [{ expression: license }],
      hashes: [hash],
      purl,
    })),
  };
}
