import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { ExplainedError } from '../terminal/explained-error.mjs';
import { fromRoot } from '../files/paths.mjs';
import { runCommand } from '../processes/run-command.mjs';
import { readScriptMembers } from './script-members.mjs';
import { filesBelow } from '../build-steps/up-to-date.mjs';

const DECLARATIONS = fromRoot('plugin', 'java', 'velocity-api');
const PROGRAM = fromRoot('tools/velocity');
const MAIN_CLASS = 'declarations.VerifyDeclarations';

/**
 * Compares the declarations, in Java and in TypeScript, with the classes of a jar, by reflection.
 * @param {{ jar: string, jdk: { home: string }, types?: string }} what `jar`: a Velocity, with its libraries
 * in it; `jdk`: one that can load the jar's classes; `types`: the folder of the script's types
 * @returns {Promise<{ differences: string[], classes: number, members: number, scriptMembers: number }>} one
 * line a difference; then how much was compared
 * @throws {ExplainedError} with what the compiler or the comparing program said
 */
export async function compareDeclarations({ jar, jdk, types }) {
  const sources = [[DECLARATIONS]];
  const [result] = await compareClasses({ jars: [jar], jdk, sources, members: readScriptMembers(types) });
  return result;
}

/**
 * Compares several sets of declarations in Java with the classes of the same jars, by reflection.
 * @param {{ jars: string[], jdk: { home: string }, sources: string[][], members?: string[] }} what `sources`:
 * of each set, the folders of its declarations; `members`: lines of `readScriptMembers`
 * @returns {Promise<Awaited<ReturnType<typeof compareDeclarations>>[]>} one result a set
 * @throws {ExplainedError} with what the compiler or the comparing program said
 */
export async function compareClasses({ jars, jdk, sources, members: lines = [] }) {
  const directory = mkdtempSync(join(tmpdir(), 'feature-control-verify-'));
  const program = join(directory, 'program');
  const members = join(directory, 'script-members');
  try {
    // What the declarations name beside themselves, Adventure above all, is the jar's own.
    const classPath = jars.join(delimiter);
    await compile(jdk, [PROGRAM], program);
    writeFileSync(members, lines.join('\n'));
    const results = [];
    for (const [at, folders] of sources.entries()) {
      const declared = join(directory, `declared-${at}`);
      await compile(jdk, folders, declared, classPath);
      const output = await run(jdk, 'java', ['-cp', program, MAIN_CLASS, classPath, declared, members]);
      results.push(readReport(output));
    }
    return results;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function compile(jdk, sources, target, classPath = target) {
  const files = sources.flatMap(filesBelow).filter((path) => path.endsWith('.java'));
  const options = ['-proc:none', '-nowarn', '-encoding', 'UTF-8', '-cp', classPath, '-d', target];
  await run(jdk, 'javac', [...options, ...files]);
}

async function run(jdk, name, args) {
  const { problem, output } = await runCommand(join(jdk.home, 'bin', name), args);
  if (problem !== undefined) throw new ExplainedError(`${name} ${problem}:\n${output.trim()}`);
  return output;
}

/**
 * @param {string} output lines of a word, a tabulator and the rest; other lines are what the JVM has to say
 */
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
