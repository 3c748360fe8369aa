/**
 * `npm run release`: builds everything, and collects the files of a release in `release/`. A commit gives
 * the same bytes in every folder, with the same versions of Node, npm, JDK and Gradle, and with the same
 * umask, as archives contain the permissions of files.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fromRoot, ROOT } from '../files/paths.mjs';
import { findJavaTools } from '../set-up/java-and-gradle.mjs';
import { runNpm } from '../set-up/npm-packages.mjs';
import { setUp } from '../set-up/setup.mjs';
import { ExplainedError } from '../terminal/explained-error.mjs';
import { createProgress } from '../terminal/progress.mjs';
import { runTool } from '../terminal/run-tool.mjs';
import { buildAll } from './build.mjs';
import { assembleCommandLine } from './release/command-line-package.mjs';
import { toReleaseNotes } from './release/release-notes.mjs';
import { toHangarVersion, toModrinthVersion } from './release/store-metadata.mjs';
import { PROGRAM_NOTICES } from './sbom.mjs';
import { REST_CLIENT } from './steps/rest-client.mjs';

const HELP = `npm run release [-- <options>]

Builds the files of a release into release/.

--allow-dirty  also with changes that are not committed`;

const RELEASE = fromRoot('release');
const { name, version, license, engines } = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8'));

async function run({ 'allow-dirty': allowDirty }) {
  if (!allowDirty && git('status', '--porcelain') !== '')
    throw new ExplainedError('there are changes that are not committed: commit them, or add --allow-dirty');
  const progress = createProgress();
  const built = await buildAll(progress, await setUp(progress, { redis: false }));
  await progress.step('release', () => collect(built));
  progress.print(RELEASE);
}

async function collect({ jar, slimJar, maven, sidecar }) {
  rmSync(RELEASE, { recursive: true, force: true });
  mkdirSync(RELEASE);
  for (const file of [jar, slimJar, REST_CLIENT.package, maven, fromRoot('LICENSE')])
    copyFileSync(file, join(RELEASE, basename(file)));
  for (const [program, { bill, licences }] of Object.entries(PROGRAM_NOTICES)) {
    copyFileSync(bill, join(RELEASE, `${name}-${program}-${version}.cdx.json`));
    copyFileSync(licences, join(RELEASE, `${name}-${program}-${version}.licenses.txt`));
  }
  await pack(await assembleCommandLine());
  const manifest = { name: `${name}-sidecar`, version, license, engines, files: ['sidecar.*', 'docs'] };
  writeJson(join(dirname(sidecar), 'package.json'), manifest);
  await pack(dirname(sidecar));
  writeTexts([basename(jar), basename(slimJar)]);
  const checksums = readdirSync(RELEASE).map((file) => `${sha256(join(RELEASE, file))}  ${file}\n`);
  writeFileSync(join(RELEASE, 'SHA256SUMS'), checksums.join(''));
}

async function pack(folder) {
  await runNpm(['pack', '--ignore-scripts', '--pack-destination', RELEASE], folder);
}

/** Writes the notes, and the metadata for the stores. */
function writeTexts(jars) {
  const build = { version, commit: git('rev-parse', 'HEAD'), tools: describeTools() };
  const notes = toReleaseNotes(readFileSync(fromRoot('CHANGELOG.md'), 'utf8'), build);
  writeFileSync(join(RELEASE, 'RELEASE-NOTES.md'), notes);
  const stores = JSON.parse(readFileSync(fromRoot('plugin', 'stores.json'), 'utf8'));
  writeJson(join(RELEASE, 'modrinth.json'), toModrinthVersion(stores, { version, notes, jars }));
  writeJson(join(RELEASE, 'hangar.json'), toHangarVersion(stores, { version, notes }));
}

/** Names what determines the bytes besides the commit. */
function describeTools() {
  const { jdk, gradle } = findJavaTools();
  const [, java] = /^JAVA_VERSION="(.*)"/m.exec(readFileSync(join(jdk.home, 'release'), 'utf8'));
  const npm = execFileSync('npm', ['--version'], { encoding: 'utf8' }).trim();
  return `Node ${process.versions.node}, npm ${npm}, JDK ${java} and Gradle ${gradle.version.join('.')}`;
}

function writeJson(path, value) {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
}

function sha256(path) {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

function git(...args) {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
}

await runTool({
  help: HELP,
  options: { 'allow-dirty': { type: 'boolean' } },
  run,
});
