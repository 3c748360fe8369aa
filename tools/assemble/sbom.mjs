/**
 * `npm run sbom`, also a step of the build: writes the bills of materials (CycloneDX) of the plugin's jar, of
 * the sidecar and of each artifact of the library for mods. For the plugin's jar it also writes the files to
 * include: the bill itself, a list of all licences, and the texts of those licences that no nested jar
 * contains.
 */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { jarComponents, npmComponents, packagesIn, toBillOfMaterials } from './sbom/cyclonedx.mjs';
import { runMain } from '../terminal/explained-error.mjs';
import { isMain } from '../processes/is-main.mjs';
import { licenceText, toLicenceList } from './sbom/licences.mjs';
import { fromRoot } from '../files/paths.mjs';
import { writeAtomically } from '../files/write-atomically.mjs';

const SCRIPT = fromRoot('plugin', 'build', 'script', 'plugin.js');
const SIDECAR = fromRoot('rest-sidecar', 'build', 'sbom.cdx.json');
/** Files that the jar includes, by folder. */
export const NOTICES = fromRoot('plugin', 'build', 'notices');
const PLUGIN = join(NOTICES, 'sbom', 'feature-control.cdx.json');

/** Files that the artifacts of the library for mods include: each artifact the file with its name. */
export const MOD_NOTICES = fromRoot('mod-sdk', 'build', 'notices');
const MOD_ARTIFACT = 'feature-control-mod';

/** Packages that are served to browsers, and so are not dependencies of the program. */
const SERVED = ['swagger-ui-dist', 'preact'];

/**
 * Requires that the script is bundled.
 * @returns {Promise<'built'>}
 */
export async function writeBillsOfMaterials() {
  const { version } = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8'));
  const scriptComponents = npmComponents().filter(({ name }) =>
    packagesIn(readFileSync(SCRIPT, 'utf8')).includes(name),
  );
  const jarContents = [...jarComponents(), ...scriptComponents];
  const plugin = toBillOfMaterials('feature-control-plugin', version, jarContents);
  const sidecar = toBillOfMaterials('feature-control-sidecar', version, npmComponents(SERVED));
  rmSync(NOTICES, { recursive: true, force: true });
  writeAtomically(PLUGIN, toText(plugin));
  writeAtomically(SIDECAR, toText(sidecar));
  writeAtomically(join(NOTICES, 'licenses', 'THIRD-PARTY.txt'), toLicenceList(jarContents));
  for (const { name } of scriptComponents)
    writeAtomically(join(NOTICES, 'licenses', `${name.replace('/', '-')}.txt`), licenceText(name));
  rmSync(MOD_NOTICES, { recursive: true, force: true });
  // No components: an artifact contains only its own classes, and Gson is the game's.
  for (const name of modArtifacts())
    writeAtomically(join(MOD_NOTICES, `${name}.cdx.json`), toText(toBillOfMaterials(name, version, [])));
  return 'built';
}

/** Names of the core artifact and of the artifact for each loader. */
function modArtifacts() {
  const parts = JSON.parse(readFileSync(fromRoot('mod-sdk', 'loaders', 'parts.json'), 'utf8'));
  return [MOD_ARTIFACT, ...Object.keys(parts).map((part) => `${MOD_ARTIFACT}-${part}`)];
}

function toText(bill) {
  return `${JSON.stringify(bill, null, 2)}\n`;
}

if (isMain(import.meta.url)) {
  await runMain(async () => {
    await writeBillsOfMaterials();
    console.log(`${PLUGIN}\n${SIDECAR}`);
  });
}
