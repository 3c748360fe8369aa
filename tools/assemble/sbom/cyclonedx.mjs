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
 * @property {string} [group]
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
 * @param {string[]} [served] development packages that are shipped too
 * @returns {Component[]} every npm package that is bundled into the shipped programs, including transitive
 * ones, as pinned in the lock file
 */
export function npmComponents(served = []) {
  const { packages } = JSON.parse(readFileSync(fromRoot('package-lock.json'), 'utf8'));
  return Object.entries(packages)
    .map(([path, { dev, version, license = 'NOASSERTION', integrity = '' }]) => {
      const name = path.slice(path.lastIndexOf(FOLDER) + FOLDER.length);
      const content = Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex');
      const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
      const component = { name, version, purl, license, hash: { alg: 'SHA-512', content } };
      return { component, ships: path !== '' && (!dev || served.includes(name)) };
    })
    .filter(({ ships }) => ships)
    .map(({ component }) => component);
}

/**
 * @param {string} bundle output of esbuild, which names the file of each module
 * @returns {string[]} the npm packages in it, without duplicates
 */
export function packagesIn(bundle) {
  const names = [...bundle.matchAll(/node_modules\/((?:@[^/\s"]+\/)?[^/\s"]+)\//g)].map(([, name]) => name);
  return [...new Set(names)];
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
    components: components.map(({ license, hash, purl, ...named }) => ({
      type: 'library',
      'bom-ref': purl,
      ...named,
      licenses: [{ expression: license }],
      hashes: [hash],
      purl,
    })),
  };
}
