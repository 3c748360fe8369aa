import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { filesBelow } from '../../files/files-below.mjs';
import { DEV_DIRECTORY, fromRoot, ROOT } from '../../files/paths.mjs';
import { writeAtomically } from '../../files/write-atomically.mjs';

/** Inputs of every step: the build itself, and the npm packages. */
const COMMON_INPUTS = ['package.json', 'package-lock.json', 'tools/assemble'].map((path) => fromRoot(path));

/**
 * Runs a build step only if something changed: the content of its inputs, or a missing output.
 * @param {{ name: string, inputs: string[], environment?: unknown, outputs: string[], run: () => unknown }}
 * step `inputs`: absolute paths of files and folders; `environment`: what else determines the result
 * @returns {Promise<'up to date' | 'built'>}
 */
export async function runUnlessUpToDate({ name, inputs, environment = {}, outputs, run }) {
  const record = join(DEV_DIRECTORY, 'up-to-date', `${name}.sha256`);
  // Read before the run: a file that is saved meanwhile has changed at the next run.
  const fingerprint = fingerprintOf(environment, [...COMMON_INPUTS, ...inputs].flatMap(filesBelow));
  const isRecorded = existsSync(record) && readFileSync(record, 'utf8') === fingerprint;
  if (isRecorded && outputs.every(existsSync)) return 'up to date';
  // The outputs no longer match it, even if the run fails.
  rmSync(record, { force: true });
  await run();
  writeAtomically(record, fingerprint);
  return 'built';
}

function fingerprintOf(environment, files) {
  const hash = createHash('sha256').update(JSON.stringify(environment));
  for (const file of files) {
    const content = readFileSync(file);
    hash.update(`\n${relative(ROOT, file)} ${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}
