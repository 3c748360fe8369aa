/**
 * `npm run sbom`, and a step of the build: writes what is in the plugin's jar and in the sidecar, as CycloneDX, beside them.
 */
import { readFileSync } from 'node:fs';
import { jarComponents, npmComponents, toBillOfMaterials } from './lib/cyclonedx.mjs';
import { runMain } from './lib/explained-error.mjs';
import { isMain } from './lib/is-main.mjs';
import { fromRoot } from './lib/paths.mjs';
import { writeAtomically } from './lib/write-atomically.mjs';

const PLUGIN = fromRoot('plugin', 'build', 'sbom.cdx.json');
const SIDECAR = fromRoot('rest-sidecar', 'build', 'sbom.cdx.json');

/** What of npm the compiled validators bring into the plugin's script. */
const IN_SCRIPT = ['ajv', 'fast-deep-equal'];

/** @returns {Promise<'built'>} */
export async function writeBillsOfMaterials() {
  const { version } = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8'));
  const npm = npmComponents();
  const plugin = toBillOfMaterials('feature-control-plugin', version, [
    ...jarComponents(),
    ...npm.filter(({ name }) => IN_SCRIPT.includes(name)),
  ]);
  const sidecar = toBillOfMaterials('feature-control-sidecar', version, npm);
  for (const [path, bill] of [
    [PLUGIN, plugin],
    [SIDECAR, sidecar],
  ])
    writeAtomically(path, `${JSON.stringify(bill, null, 2)}\n`);
  return 'built';
}

if (isMain(import.meta.url)) {
  await runMain(async () => {
    await writeBillsOfMaterials();
    console.log(`${PLUGIN}\n${SIDECAR}`);
  });
}
