/**
 * `npm run sbom`, and a step of the build: writes what is in the plugin's jar, in the sidecar and in each
 * artifact of the library for mods, as CycloneDX, and what the plugin's jar carries of it: the bill itself, a
 * list of all licences, and the texts of those that no nested jar has.
 */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { jarComponents, npmComponents, packagesIn, toBillOfMaterials } from './supply-chain/cyclonedx.mjs';
import { runMain } from './terminal/explained-error.mjs';
import { isMain } from './processes/is-main.mjs';
import { licenceText, toLicenceList } from './supply-chain/licences.mjs';
import { fromRoot } from './files/paths.mjs';
import { writeAtomically } from './files/write-atomically.mjs';

const SCRIPT = fromRoot('plugin', 'build', 'script', 'plugin.js');
const SIDECAR = fromRoot('rest-sidecar', 'build', 'sbom.cdx.json');
/** What the jar carries of this, by folder. */
export const NOTICES = fromRoot('plugin', 'build', 'notices');
const PLUGIN = join(NOTICES, 'sbom', 'feature-control.cdx.json');

/** What the artifacts of the library for mods carry, each the one with its name. */
export const MOD_NOTICES = fromRoot('mod-sdk', 'build', 'notices');
const MOD_ARTIFACT = 'feature-control-mod';

/** Served to browsers, and so no dependencies of the program. */
const SERVED = ['swagger-ui-dist', 'preact', 'uplot'];

/** The script is to be bundled before. @returns {Promise<'built'>} */
export async function writeBillsOfMaterials() {
  const { version } = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8'));
  const inScript = npmComponents({ and: [] }).filter(({ name }) =>
    packagesIn(readFileSync(SCRIPT, 'utf8')).includes(name),
  );
  const inJar = [...jarComponents(), ...inScript];
  const plugin = toBillOfMaterials('feature-control-plugin', version, inJar);
  const sidecar = toBillOfMaterials('feature-control-sidecar', version, npmComponents({ and: SERVED }));
  rmSync(NOTICES, { recursive: true, force: true });
  writeAtomically(PLUGIN, toText(plugin));
  writeAtomically(SIDECAR, toText(sidecar));
  writeAtomically(join(NOTICES, 'licenses', 'THIRD-PARTY.txt'), toLicenceList(inJar));
  for (const { name } of inScript)
    writeAtomically(join(NOTICES, 'licenses', `${name.replace('/', '-')}.txt`), licenceText(name));
  rmSync(MOD_NOTICES, { recursive: true, force: true });
  // Nothing but its own classes: Gson is the game's.
  for (const name of modArtifacts())
    writeAtomically(join(MOD_NOTICES, `${name}.cdx.json`), toText(toBillOfMaterials(name, version, [])));
  return 'built';
}

/** The core, and a part for each loader. */
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
