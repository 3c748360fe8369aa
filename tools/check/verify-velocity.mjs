/**
 * `npm run verify:velocity -- velocity.jar`: compares the hand-written declarations of Velocity and
 * Brigadier, in Java and in TypeScript, with the classes of a real jar. Exit code 0 if they agree, 1 if
 * something differs or could not be compared, 2 for wrong usage.
 */
import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { ExplainedError } from '../terminal/explained-error.mjs';
import { findJdks } from '../set-up/find-jdks.mjs';
import { createProgress } from '../terminal/progress.mjs';
import { runTool } from '../terminal/run-tool.mjs';
import { javaNeededBy } from '../start/velocity-home.mjs';
import { setUp } from '../set-up/setup.mjs';

const HELP = `npm run verify:velocity -- <velocity.jar>

Compares every hand-written declaration of Velocity and Brigadier, in plugin/java/velocity-api and plugin/types, with the classes of a real
velocity.jar, and names each difference. Without an argument, VELOCITY_JAR names the jar.`;
/** Every Velocity jar contains it, whatever the file's name. */
const MARKER_CLASS = 'com/velocitypowered/api/proxy/ProxyServer.class';

function read(_, named) {
  const jars = named.length === 0 && process.env['VELOCITY_JAR'] ? [process.env['VELOCITY_JAR']] : named;
  if (jars.length !== 1) throw new Error('exactly one jar is needed');
  return resolve(jars[0]);
}

async function run(jar) {
  const jdk = jdkFor(jar);
  await setUp(createProgress(), { redis: false });
  // Imported only now, as it needs a package that set-up may have to install.
  const { compareDeclarations } = await import('./verify/compare-declarations.mjs');
  report(await compareDeclarations({ jar, jdk }));
}

/** @returns {{ home: string, major: number }} the oldest JDK that can load the jar's classes */
function jdkFor(jar) {
  if (!existsSync(jar) || !statSync(jar).isFile()) throw new ExplainedError(`${jar}: there is no such file`);
  const needed = javaNeededBy(jar, MARKER_CLASS);
  if (needed === undefined)
    throw new ExplainedError(`${jar} is not a Velocity: it does not contain ${MARKER_CLASS}`);
  const jdks = findJdks().sort((a, b) => a.major - b.major);
  const jdk = jdks.find(({ major }) => major >= needed);
  if (jdk === undefined)
    throw new ExplainedError(`${jar} needs a JDK of ${needed} or later, and none was found`);
  return jdk;
}

function report({ differences, classes, members, scriptMembers }) {
  for (const difference of differences) console.log(`✘ ${difference}`);
  const found = differences.length === 0 ? 'no difference' : `differences: ${differences.length}`;
  console.log(
    `${found}, in ${classes} classes with ${members} members, and ${scriptMembers} that the script calls`,
  );
  process.exitCode = differences.length === 0 ? 0 : 1;
}

await runTool({ help: HELP, allowPositionals: true, read, run });
