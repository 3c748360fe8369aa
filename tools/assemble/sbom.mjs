/**
 * Steps of the build: the bills of materials (CycloneDX) and the licences of everything that is shipped, for
 * the plugin's jars, for the Node programs, and for each artifact of the Maven repository.
 */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fromRoot } from '../files/paths.mjs';
import { writeAtomically } from '../files/write-atomically.mjs';
import { jarComponents, npmComponents, packagesIn, toBillOfMaterials } from './sbom/cyclonedx.mjs';
import { licenceText, toLicenceList, toLicenceTexts } from './sbom/licences.mjs';

const SCRIPT = fromRoot('plugin', 'build', 'script', 'plugin.js');
/** Files that the jar includes, by folder. */
export const NOTICES = fromRoot('plugin', 'build', 'notices');
const LICENCES = join(NOTICES, 'licenses');

/** Files that the artifacts of the Maven repository include: each artifact the file with its name. */
export const MOD_NOTICES = fromRoot('mod-sdk', 'build', 'notices');
const MAVEN_ARTIFACTS = ['feature-control-api', 'feature-control-mod'];

/** By program: its bill of materials, and its licences. */
export const PROGRAM_NOTICES = {
  plugin: {
    bill: join(NOTICES, 'sbom', 'feature-control.cdx.json'),
    licences: join(LICENCES, 'THIRD-PARTY.txt'),
  },
  sidecar: besideBundle('rest-sidecar', 'build', 'sidecar'),
  admin: besideBundle('admin', 'build', 'cli'),
};
/** Packages in the pages that a program serves. */
const IN_PAGES = { sidecar: ['node_modules/swagger-ui-dist'], admin: ['node_modules/preact'] };

function besideBundle(...path) {
  const name = fromRoot(...path);
  return { bundle: `${name}.cjs`, bill: `${name}.cdx.json`, licences: `${name}.licenses.txt` };
}

/**
 * Requires that the Node programs are bundled.
 * @returns {Promise<'built'>}
 */
export async function writeNodeNotices() {
  for (const [name, inPages] of Object.entries(IN_PAGES)) {
    const { bundle, bill, licences } = PROGRAM_NOTICES[name];
    const components = npmComponents([...packagesIn(readFileSync(bundle, 'utf8')), ...inPages]);
    writeBill(bill, `feature-control-${name}`, components);
    writeAtomically(licences, toLicenceTexts(components));
  }
  return 'built';
}

/**
 * Requires that the script is bundled.
 * @returns {Promise<'built'>}
 */
export async function writeJavaNotices() {
  const { bill, licences } = PROGRAM_NOTICES.plugin;
  const scriptComponents = npmComponents(packagesIn(readFileSync(SCRIPT, 'utf8')));
  const jarContents = [...jarComponents(), ...scriptComponents];
  rmSync(NOTICES, { recursive: true, force: true });
  writeBill(bill, 'feature-control-plugin', jarContents);
  writeAtomically(licences, toLicenceList(jarContents));
  for (const { name, folder } of scriptComponents)
    writeAtomically(join(LICENCES, `${name.replace('/', '-')}.txt`), licenceText(folder));
  rmSync(MOD_NOTICES, { recursive: true, force: true });
  // No components: an artifact contains only its own classes, and Gson is the game's.
  for (const name of MAVEN_ARTIFACTS) writeBill(join(MOD_NOTICES, `${name}.cdx.json`), name, []);
  return 'built';
}

function writeBill(path, name, components) {
  const { version } = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8'));
  writeAtomically(path, `${JSON.stringify(toBillOfMaterials(name, version, components), null, 2)}\n`);
}
