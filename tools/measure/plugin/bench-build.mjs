import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { ExplainedError } from '../../terminal/explained-error.mjs';
import { runProgram } from '../../processes/program.mjs';
import { GRAALJS_OPTIONS } from '../../assemble/steps/graaljs-options.mjs';
import { filesBelow } from '../../assemble/steps/up-to-date.mjs';
import { readZipDirectory, readZipEntry } from '../../files/zip.mjs';
import { buildStandIn } from '../../development-proxy/build.mjs';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const SCRIPT_IN_JAR = 'META-INF/feature-control/plugin.js';

/**
 * @typedef {object} BenchBuild
 * @property {string} benchJar the plugin that generates load
 * @property {string} referenceJar the reference plugin, hand-written in Java
 * @property {string} checkClassPath class path of `CheckCost`
 * @property {string} bareClassPath class path of `BareStart`
 * @property {string} libraries a folder with the jars nested in the plugin
 */

/**
 * Compiles the programs that only the bench needs.
 * @param {{ jar: string, directory: string, env: NodeJS.ProcessEnv }} options `jar`: the built plugin
 * @returns {Promise<BenchBuild>}
 * @throws {ExplainedError} with the compiler's output
 */
export async function buildBench({ jar, directory, env }) {
  const tool = (name) => join(env['JAVA_HOME'], 'bin', name);
  const classPath = await buildStandIn();
  const classes = join(directory, 'classes');
  const libraries = join(directory, 'libraries');
  unpackLibraries(jar, libraries);
  const sources = filesBelow(join(HERE, 'java')).filter((path) => path.endsWith('.java'));
  await run(tool('javac'), [
    '-proc:none',
    '-encoding',
    'UTF-8',
    '-cp',
    [jar, classPath, join(libraries, '*')].join(delimiter),
    '-d',
    classes,
    ...sources,
  ]);

  const plugin = join(directory, 'plugin');
  mkdirSync(plugin);
  copyFileSync(join(HERE, 'java', 'velocity-plugin.json'), join(plugin, 'velocity-plugin.json'));
  const benchJar = join(directory, 'bench.jar');
  await run(tool('jar'), ['--create', '--file', benchJar, '-C', plugin, '.', '-C', classes, 'bench']);

  const grantingJar = join(directory, 'granting.jar');
  copyFileSync(jar, grantingJar);
  const script = join(directory, 'script');
  await bundleScript(join(script, SCRIPT_IN_JAR));
  await run(tool('jar'), ['--update', '--file', grantingJar, '-C', script, SCRIPT_IN_JAR]);
  return {
    libraries,
    benchJar,
    referenceJar: await packReference({ tool: tool('jar'), directory, classes, libraries }),
    checkClassPath: [classes, grantingJar, classPath].join(delimiter),
    bareClassPath: [classes, join(libraries, '*'), classPath].join(delimiter),
  };
}

/**
 * @returns {Promise<string>} the jar of the reference plugin, whose manifest names the libraries next to it
 */
async function packReference({ tool, directory, classes, libraries }) {
  const names = readdirSync(libraries).map((name) => `libraries/${name}`);
  const manifest = join(directory, 'reference.mf');
  // Lines of a manifest have at most 72 bytes; a leading space continues the previous line.
  const lines = `Class-Path: ${names.join(' ')}`.match(/.{1,70}/g);
  writeFileSync(manifest, `${lines.join('\n ')}\n`);
  const file = join(directory, 'reference.jar');
  const description = join(HERE, 'java', 'reference');
  const contents = [
    description,
    'velocity-plugin.json',
    classes,
    'reference',
    classes,
    'bench/GsonCheck.class',
  ];
  const pairs = contents.flatMap((part, index) => (index % 2 === 0 ? ['-C', part] : [part]));
  await run(tool, ['--create', '--file', file, '--manifest', manifest, ...pairs]);
  return file;
}

/** Bundles the bench's script with the options of the plugin's own script. */
async function bundleScript(outfile) {
  const result = await build({
    entryPoints: [join(HERE, 'script', 'check-in-script.ts')],
    ...GRAALJS_OPTIONS,
    outfile,
    bundle: true,
    logLevel: 'silent',
  });
  if (result.warnings.length > 0) throw new ExplainedError(result.warnings[0].text);
}

function unpackLibraries(jar, target) {
  const zip = readFileSync(jar);
  mkdirSync(target);
  for (const name of readZipDirectory(zip).keys())
    if (name.endsWith('.jar')) writeFileSync(join(target, basename(name)), readZipEntry(zip, name));
}

async function run(command, args) {
  const { problem, output } = await runProgram(command, args);
  if (problem !== undefined) throw new ExplainedError(`${command} ${problem}:\n${output.trim()}`);
}
