import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { FAST_STARTUP_JVM_OPTIONS } from '../../processes/jvm-options.mjs';
import { ExplainedError } from '../../terminal/explained-error.mjs';
import { fromRoot } from '../../files/paths.mjs';
import { runProgram } from '../../processes/program.mjs';
import { readScriptMembers } from './script-members.mjs';
import { filesBelow } from '../../assemble/steps/up-to-date.mjs';

const DECLARATIONS = fromRoot('plugin', 'java', 'velocity-api');
const PROGRAM = fromRoot('tools/check/verify');
const MAIN_CLASS = 'declarations.VerifyDeclarations';
/** Matches the end of the last line of each report. */
const END_OF_REPORT = /(?<=^script members\t\d+)\r?\n/m;

/**
 * Compares the declarations in Java and TypeScript with the classes of a jar, by reflection.
 * @param {{ jar: string, jdk: { home: string }, types?: string }} options `jar`: a Velocity, which contains
 * its libraries; `jdk`: one that can load the jar's classes; `types`: the folder of the script's types
 * @returns {Promise<{ differences: string[], classes: number, members: number, scriptMembers: number }>} one
 * line per difference, and the numbers of compared items
 * @throws {ExplainedError} with the output of the compiler or of the comparison
 */
export async function compareDeclarations({ jar, jdk, types }) {
  const sources = [[DECLARATIONS]];
  const [result] = await compareClasses({ jars: [jar], jdk, sources, members: readScriptMembers(types) });
  return result;
}

/**
 * Compares several sets of Java declarations with the classes of the same jars, by reflection.
 * @param {{ jars: string[], jdk: { home: string }, sources: string[][], members?: string[] }} options
 * `sources`: for each set, the folders of its declarations; `members`: lines of `readScriptMembers`
 * @returns {Promise<Awaited<ReturnType<typeof compareDeclarations>>[]>} one result per set
 * @throws {ExplainedError} with the output of the compiler or of the comparison
 */
export async function compareClasses({ jars, jdk, sources, members: lines = [] }) {
  const directory = mkdtempSync(join(tmpdir(), 'feature-control-verify-'));
  const program = join(directory, 'program');
  const members = join(directory, 'script-members');
  try {
    const files = filesBelow(PROGRAM).filter((path) => path.endsWith('.java'));
    const options = ['-proc:none', '-nowarn', '-encoding', 'UTF-8', '-d', program];
    await run(jdk, 'javac', [
      ...FAST_STARTUP_JVM_OPTIONS.map((option) => `-J${option}`),
      ...options,
      ...files,
    ]);
    writeFileSync(members, lines.join('\n'));
    const sets = sources.map((folders) => folders.join(delimiter));
    const args = [jars.join(delimiter), members, join(directory, 'declared'), ...sets];
    const output = await run(jdk, 'java', [...FAST_STARTUP_JVM_OPTIONS, '-cp', program, MAIN_CLASS, ...args]);
    return output.split(END_OF_REPORT).slice(0, -1).map(readReport);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function run(jdk, name, args) {
  const { problem, output } = await runProgram(join(jdk.home, 'bin', name), args);
  if (problem !== undefined) throw new ExplainedError(`${name} ${problem}:\n${output.trim()}`);
  return output;
}

/** @param {string} output lines of a keyword, a tab and a text; other lines are output of the JVM */
function readReport(output) {
  const lines = output.split(/\r?\n/).map((line) => line.split('\t'));
  const valuesOf = (word) => lines.filter(([kind]) => kind === word).map(([, text]) => text);
  const count = (word) => Number(valuesOf(word)[0]);
  return {
    differences: valuesOf('difference'),
    classes: count('classes'),
    members: count('members'),
    scriptMembers: count('script members'),
  };
}
