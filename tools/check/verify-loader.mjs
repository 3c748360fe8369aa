/**
 * `npm run verify:loader -- [<part>] <jar>…`: compares the hand-written declarations of a part of the library
 * for mods with the classes of real jars. Exit code 0 if they agree, 1 if something differs or could not be
 * compared, 2 for wrong usage.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { filesBelow } from '../assemble/steps/up-to-date.mjs';
import { fromRoot } from '../files/paths.mjs';
import { readZipDirectory, readZipEntry } from '../files/zip.mjs';
import { findJdks } from '../set-up/find-jdks.mjs';
import { setUp } from '../set-up/setup.mjs';
import { ExplainedError } from '../terminal/explained-error.mjs';
import { createProgress } from '../terminal/progress.mjs';
import { runTool } from '../terminal/run-tool.mjs';

const LOADERS = fromRoot('mod-sdk', 'loaders');
const PARTS = JSON.parse(readFileSync(join(LOADERS, 'parts.json'), 'utf8'));
const HELP = `npm run verify:loader -- [<part>] <jar> [<jar> …]

Compares every hand-written declaration of a part in mod-sdk/loaders with the classes of real jars, by their names at run time:
the loader's jar and the jars nested in it, the game's and its libraries'. Classes of packages that none of the jars contains are only listed. Without a part, all are
compared, and the best match is shown.

parts: ${Object.keys(PARTS).join(', ')}`;
const NESTED = /^META-INF\/(?:jars|jarjar)\/[^/]+\.jar$/;

function read(_, [first, ...others]) {
  const isPart = PARTS[first] !== undefined;
  const named = isPart ? others : [first, ...others].filter((jar) => jar !== undefined);
  if (named.length === 0) throw new Error('at least one jar is needed');
  return { part: isPart ? first : undefined, named };
}

async function run({ part, named }) {
  const missing = named.find((jar) => !existsSync(jar));
  if (missing !== undefined) throw new ExplainedError(`${missing}: there is no such file`);
  await setUp(createProgress(), { redis: false });
  const directory = mkdtempSync(join(tmpdir(), 'feature-control-loader-'));
  try {
    const jars = withNestedJars(
      named.map((jar) => resolve(jar)),
      directory,
    );
    const comparisons = await compareParts(part === undefined ? Object.keys(PARTS) : [part], jars);
    if (part === undefined) showBest(comparisons);
    else show(comparisons[0]);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function showBest(comparisons) {
  const compared = comparisons.filter(({ present }) => present > 0);
  const best = compared.sort((a, b) => a.found.length - b.found.length || b.present - a.present)[0];
  if (best === undefined) throw new ExplainedError('these jars contain no package that any part uses');
  for (const { part, found, present, classes } of compared)
    console.log(`${part}: differences: ${found.length}, in ${present} classes of ${classes}`);
  console.log(`\n${best.part} fits best:`);
  show(best);
}

async function compareParts(parts, jars) {
  const sources = parts.map(foldersOf);
  const jdk = findJdks().sort((a, b) => b.major - a.major)[0];
  // Imported only now, as it needs a package that set-up may have to install.
  const { compareClasses } = await import('./verify/compare-declarations.mjs');
  const results = await compareClasses({ jars, jdk, sources });
  const packages = packagesOf(jars);
  const isAbsent = (text) => text.endsWith(': there is no such class') && !packages.has(packageOf(text));
  return results.map(({ differences, classes, members }, at) => {
    const absent = differences.filter(isAbsent);
    const found = differences.filter((text) => !isAbsent(text) && !isImplicit(text, sources[at]));
    return { part: parts[at], absent, found, classes, members, present: classes - absent.length };
  });
}

function foldersOf(part) {
  const folders = [part, ...PARTS[part].shares].map((name) => join(LOADERS, name, 'declarations'));
  return folders.filter((folder) => existsSync(folder));
}

function show({ absent, found, classes, members, present }) {
  for (const text of absent)
    console.log(`? ${text.split(':')[0]} is in a package that these jars do not contain`);
  for (const text of found) console.log(`✘ ${text}`);
  const result = found.length === 0 ? 'no difference' : `differences: ${found.length}`;
  console.log(`${result}, in ${present} classes of ${classes}, with ${members} members`);
  process.exitCode = found.length === 0 && present > 0 ? 0 : 1;
}

/** A declaration without a constructor still has the implicit one, which nothing calls. */
function isImplicit(text, sources) {
  const [, name] = /^([\w.$]+): constructor \(\) is /.exec(text) ?? [];
  if (name === undefined) return false;
  const [file, ...inner] = name.replaceAll('.', '/').split('$');
  const source = sources.map((folder) => join(folder, `${file}.java`)).find((path) => existsSync(path));
  const simple = inner.at(-1) ?? file.split('/').at(-1);
  return !new RegExp(`\\b(?:public|protected) ${simple}\\(\\)`).test(readFileSync(source, 'utf8'));
}

function packageOf(text) {
  return text.split(':')[0].split('.').slice(0, -1).join('/');
}

function packagesOf(jars) {
  const names = jars.flatMap((jar) => [...readZipDirectory(readFileSync(jar)).keys()]);
  const classes = names.filter((name) => name.endsWith('.class'));
  return new Set(classes.map((name) => name.split('/').slice(0, -1).join('/')));
}

/** Extracts nested jars: Fabric API and NeoForge are jars of jars. */
function withNestedJars(jars, directory) {
  for (const jar of jars) {
    const zip = readFileSync(jar);
    for (const name of [...readZipDirectory(zip).keys()].filter((entry) => NESTED.test(entry)))
      writeFileSync(join(directory, name.split('/').at(-1)), readZipEntry(zip, name));
  }
  return [...jars, ...filesBelow(directory)];
}

await runTool({ help: HELP, allowPositionals: true, read, run });
