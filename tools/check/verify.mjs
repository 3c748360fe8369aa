/**
 * `npm run verify:velocity -- <jar> …` and `npm run verify:loader -- <part> <jar> …`: compare hand-written
 * declarations with the classes of real jars. Exit code 0 if all members exist, 1 if one is missing or
 * nothing could be compared, 2 for wrong usage.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, join, relative, resolve } from 'node:path';
import { filesBelow } from '../files/files-below.mjs';
import { fromRoot } from '../files/paths.mjs';
import { readZipDirectory, readZipEntry } from '../files/zip.mjs';
import { FAST_STARTUP_JVM_OPTIONS } from '../processes/jvm-options.mjs';
import { runProgram } from '../processes/program.mjs';
import { findJdks } from '../set-up/find-jdks.mjs';
import { ExplainedError } from '../terminal/explained-error.mjs';
import { runTool } from '../terminal/run-tool.mjs';

const VELOCITY = 'velocity';
const LOADERS = fromRoot('mod-sdk', 'loaders');
const PARTS = JSON.parse(readFileSync(join(LOADERS, 'parts.json'), 'utf8'));
const HELP = `npm run verify:velocity -- <velocity.jar> …
npm run verify:loader -- <part> <jar> …

Compares hand-written Java declarations with the classes of real jars and of the jars nested in them, and names each class and each member that
they do not contain. Classes of packages that none of the jars contains are only listed.

velocity: plugin/java/velocity-api; with several jars, each one is compared
parts:    ${Object.keys(PARTS).join(', ')}, in mod-sdk/loaders; all jars together are compared: a part is for several
          versions, and declares what one of them has`;
/** The implicit constructor of a declaration without one, which nothing calls, and what every object has. */
const UNIMPORTANT = /^(?:<init> \(\)V|equals .*|hashCode .*|toString .*)$/;
const NESTED = /^META-INF\/(?:jars|jarjar)\/[^/]+\.jar$/;

function read(_, [what, ...jars]) {
  if (what !== VELOCITY && PARTS[what] === undefined) throw new Error(`there is no part ${what ?? ''}`);
  if (jars.length === 0) throw new Error('at least one jar is needed');
  return { what, jars };
}

async function run({ what, jars }) {
  const missing = jars.find((jar) => !existsSync(jar));
  if (missing !== undefined) throw new ExplainedError(`${missing}: there is no such file`);
  for (const set of what === VELOCITY ? jars.map((jar) => [jar]) : [jars]) await compare(what, set);
}

async function compare(what, jars) {
  const directory = mkdtempSync(join(tmpdir(), 'feature-control-verify-'));
  try {
    const all = withNestedJars(jars, directory);
    const declared = join(directory, 'declared');
    const sources = foldersOf(what)
      .flatMap(filesBelow)
      .filter((path) => path.endsWith('.java'));
    const options = [
      '-proc:none',
      '-nowarn',
      '-encoding',
      'UTF-8',
      '-cp',
      all.join(delimiter),
      '-d',
      declared,
    ];
    const { problem, output } = await jdkTool('javac', [...options, ...sources]);
    if (problem !== undefined) throw new ExplainedError(`javac ${problem}:\n${output.trim()}`);
    const names = filesBelow(declared).map((path) =>
      relative(declared, path)
        .replace(/\.class$/, '')
        .replaceAll('/', '.'),
    );
    // An anonymous class is part of a body, not of the declaration.
    const named = names.filter((name) => !/\$\d+$/.test(name));
    report(jars, await findDifferences(named, await readClasses(declared, named), all));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Runs a program of the newest JDK, which reads the classes of all earlier ones. */
async function jdkTool(name, args) {
  const [jdk] = findJdks().sort((a, b) => b.major - a.major);
  if (jdk === undefined) throw new ExplainedError('no JDK was found: npm run setup');
  const options = FAST_STARTUP_JVM_OPTIONS.map((option) => `-J${option}`);
  return await runProgram(join(jdk.home, 'bin', name), [...options, ...args]);
}

function foldersOf(what) {
  if (what === VELOCITY) return [fromRoot('plugin', 'java', 'velocity-api')];
  const folders = [what, ...PARTS[what].declarations].map((name) => join(LOADERS, name, 'declarations'));
  return folders.filter((folder) => existsSync(folder));
}

/** Extracts nested jars: Fabric API and NeoForge are jars of jars. */
function withNestedJars(jars, directory) {
  const nested = jars.flatMap((jar) => {
    const zip = readFileSync(jar);
    return [...readZipDirectory(zip).keys()]
      .filter((name) => NESTED.test(name))
      .map((name) => {
        const path = join(directory, basename(name));
        writeFileSync(path, readZipEntry(zip, name));
        return path;
      });
  });
  return [...jars.map((jar) => resolve(jar)), ...nested];
}

/**
 * Reads classes with javap.
 * @param {string} classPath
 * @param {string[]} names
 * @returns {Promise<Map<string, { members: Set<string>, supertypes: string[] }>>} the classes that exist;
 * a member is its name and descriptor, as at run time
 */
async function readClasses(classPath, names) {
  const classes = new Map();
  if (names.length === 0) return classes;
  const { stdout } = await jdkTool('javap', ['-protected', '-s', '-cp', classPath, ...names]);
  let current;
  let member = '';
  for (const line of stdout.split(/\r?\n/)) {
    const header = / ?(?:class|interface) ([\w.$]+)(.*) \{$/.exec(withoutGenerics(line));
    if (header !== null) {
      const [, name, rest] = header;
      current = { name, members: new Set(), supertypes: typesIn(rest) };
      classes.set(name, current);
    } else if (line.startsWith('    descriptor: ')) {
      current.members.add(`${member} ${line.trim().slice('descriptor: '.length)}`);
    } else if (line.startsWith('  ')) {
      const [, name] = /([\w.$]+)(?:\(.*\).*|);$/.exec(withoutGenerics(line)) ?? [];
      const isStatic = / static /.test(line) ? 'static ' : '';
      member = isStatic + (name === current.name ? '<init>' : name);
    }
  }
  return classes;
}

/** Returns the names of classes but those of the JDK, which declarations do not repeat. */
function typesIn(text) {
  return (text.match(/[\w$]+(?:\.[\w$]+)+/g) ?? []).filter((name) => !name.startsWith('java.'));
}

function withoutGenerics(text) {
  const shorter = text.replace(/<[^<>]*>/g, '');
  return shorter === text ? text : withoutGenerics(shorter);
}

/** Looks each declared member up in the real class and its supertypes, in any of the jars. */
async function findDifferences(names, declared, jars) {
  const real = new Map();
  let unread = names;
  while ((unread = unread.filter((name) => !real.has(name))).length > 0) {
    const before = real.size;
    for (const jar of jars)
      for (const [name, { members, supertypes }] of await readClasses(jar, unread)) {
        const others = real.get(name) ?? { members: [], supertypes: [] };
        real.set(name, {
          members: new Set([...others.members, ...members]),
          supertypes: [...others.supertypes, ...supertypes],
        });
      }
    if (real.size === before) break;
    unread = [...real.values()].flatMap(({ supertypes }) => supertypes);
  }
  const has = (name, member) => {
    const found = real.get(name);
    return (
      found !== undefined && (found.members.has(member) || found.supertypes.some((type) => has(type, member)))
    );
  };
  const packages = packagesOf(jars);
  const result = { absent: [], differences: [], members: 0 };
  for (const [name, { members }] of declared) {
    if (!real.has(name)) {
      const list = packages.has(name.split('.').slice(0, -1).join('/')) ? result.differences : result.absent;
      list.push(`${name}: there is no such class`);
      continue;
    }
    for (const member of members) {
      result.members += 1;
      if (!UNIMPORTANT.test(member) && !has(name, member))
        result.differences.push(`${name}: ${member} is missing`);
    }
  }
  return result;
}

function packagesOf(jars) {
  const names = jars.flatMap((jar) => [...readZipDirectory(readFileSync(jar)).keys()]);
  const classes = names.filter((name) => name.endsWith('.class'));
  return new Set(classes.map((name) => name.split('/').slice(0, -1).join('/')));
}

function report(jars, { absent, differences, members }) {
  for (const text of absent) console.log(`? ${text}, nor its package`);
  for (const text of differences) console.log(`✘ ${text}`);
  console.log(`${jars.join(', ')}: ${members} members compared, ${differences.length} differences`);
  if (differences.length > 0 || members === 0) process.exitCode = 1;
}

await runTool({ help: HELP, allowPositionals: true, read, run });
