import { readFileSync } from 'node:fs';
import { fromRoot } from './paths.mjs';

/**
 * @typedef {object} Component
 * @property {string} name
 * @property {string} version
 * @property {string} purl
 * @property {string} license an SPDX expression
 * @property {{ alg: string, content: string }} hash
 * @property {string} [group]
 */

/** @returns {Component[]} every library that the plugin's jar carries or fetches, as plugin/libraries.txt pins it */
export function jarComponents(text = readFileSync(fromRoot('plugin', 'libraries.txt'), 'utf8')) {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines
    .map((line) => line.split(/\s+/))
    .filter(([use]) => use !== 'compile')
    .map(([, sha256, coordinates, license]) => {
      const [group, name, version] = coordinates.split(':');
      const purl = `pkg:maven/${group}/${name}@${version}`;
      return { group, name, version, purl, license, hash: { alg: 'SHA-256', content: sha256 } };
    });
}

/** @returns {Component[]} every npm package that what ships is bundled from, transitive ones included, as the lock file pins it */
export function npmComponents(lock = JSON.parse(readFileSync(fromRoot('package-lock.json'), 'utf8'))) {
  return Object.entries(lock.packages)
    .filter(([path, { dev }]) => path !== '' && !dev)
    .map(([path, { version, license = 'NOASSERTION', integrity = '' }]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      const content = Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex');
      const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
      return { name, version, purl, license, hash: { alg: 'SHA-512', content } };
    });
}

/**
 * A bill of materials in CycloneDX 1.5. The same input gives the same bytes: there is no time and no random number in it.
 * @param {string} name of what is described
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
