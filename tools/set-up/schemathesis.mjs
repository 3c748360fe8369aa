import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEV_DIRECTORY, fromRoot } from '../files/paths.mjs';
import { writeAtomically } from '../files/write-atomically.mjs';
import { runProgram } from '../processes/program.mjs';
import { ExplainedError } from '../terminal/explained-error.mjs';
import { providePython } from './python.mjs';

/**
 * Lists every package with its version and the SHA-256 of each of its files, for Python 3.11 and later on any
 * platform.
 */
const REQUIREMENTS = fromRoot('tools/set-up/schemathesis/requirements.txt');
const HOME = join(DEV_DIRECTORY, 'schemathesis');
/** Written last: without it, the environment is incomplete. */
const RECORD = join(HOME, 'requirements.sha256');
const PROGRAM = join(HOME, 'bin', 'schemathesis');
/** Installs only the files of the list, and no package that needs compiling. */
const PIP_OPTIONS = [
  '--require-hashes',
  '--only-binary',
  ':all:',
  '--no-input',
  '--disable-pip-version-check',
];

/**
 * @returns {string | undefined} the path of the program: `FC_SCHEMATHESIS`, or the one that was installed
 * from the same list
 */
export function findSchemathesis() {
  const given = process.env['FC_SCHEMATHESIS'];
  if (given && existsSync(given)) return given;
  const isComplete = existsSync(RECORD) && readFileSync(RECORD, 'utf8') === fingerprint();
  return isComplete && existsSync(PROGRAM) ? PROGRAM : undefined;
}

/**
 * Installs schemathesis into its own virtual environment. The list also has hadolint, which is then beside
 * it.
 * @param {import('../terminal/progress.mjs').Progress} progress
 * @throws {ExplainedError} with pip's output
 */
export async function installSchemathesis(progress) {
  const python = await providePython(progress);
  await progress.step('schemathesis', async (note) => {
    await run(python, ['-m', 'venv', '--clear', HOME], note);
    const pip = ['-m', 'pip', 'install', ...PIP_OPTIONS, '-r', REQUIREMENTS];
    await run(join(HOME, 'bin', 'python'), pip, note);
    writeAtomically(RECORD, fingerprint());
  });
}

async function run(program, args, note) {
  const { problem, output } = await runProgram(program, args, { onLine: note });
  if (problem !== undefined)
    throw new ExplainedError(`schemathesis: ${program} ${problem}:\n${output.trim()}`);
}

function fingerprint() {
  return createHash('sha256').update(readFileSync(REQUIREMENTS)).digest('hex');
}
