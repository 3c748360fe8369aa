import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../../files/paths.mjs';
import { runProgram } from '../../processes/program.mjs';
import { ExplainedError } from '../../terminal/explained-error.mjs';

/**
 * Builds the same commit in a new clone in a temporary folder, and compares the checksums of all files.
 * @param {string} release the folder with the files of this clone
 * @param {(line: string) => void} onLine called with the output of the second build
 * @throws {ExplainedError} naming the files that differ
 */
export async function compareWithNewClone(release, onLine) {
  const directory = mkdtempSync(join(tmpdir(), 'feature-control-release-'));
  const run = async (cwd, command, ...args) => {
    const { problem, output } = await runProgram(command, args, { cwd, env: process.env, onLine });
    if (problem !== undefined)
      throw new ExplainedError(`${command} ${args[0]} ${problem}:\n${output.trim()}`);
  };
  try {
    await run(directory, 'git', 'clone', '--no-local', ROOT, 'clone');
    const clone = join(directory, 'clone');
    await run(clone, process.execPath, 'tools/assemble/release.mjs');
    const [ours, theirs] = [release, join(clone, 'release')].map(readChecksums);
    const different = [...ours, ...theirs].filter((line) => !ours.includes(line) || !theirs.includes(line));
    const names = [...new Set(different.map((line) => line.split('  ')[1]))];
    if (names.length > 0) throw new ExplainedError(`two clones give different files: ${names.join(', ')}`);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function readChecksums(folder) {
  return readFileSync(join(folder, 'SHA256SUMS'), 'utf8').split('\n').filter(Boolean);
}
