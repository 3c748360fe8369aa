import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { DEV_DIRECTORY, ROOT } from '../../files/paths.mjs';

/** File times are those of the kernel's clock tick, so up to this much earlier than `Date.now()`. */
const CLOCK_TICK_MS = 10;

/**
 * Runs a build step only if something changed: the content of its inputs, its recipe, or a missing output. A
 * run during which an input changed does not count.
 * @param {{ name: string, recipe: unknown, outputs: string[], inputs: () => string[], run: () =>
 * Promise<string[] | void> }} step `inputs`: files to check, called again after the run; `recipe`: everything
 * else that determines the result; `run` may return further inputs that it discovers, which are checked the
 * next time
 * @returns {Promise<'up to date' | 'built'>}
 */
export async function runUnlessUpToDate({ name, recipe, outputs, inputs, run }) {
  const record = join(DEV_DIRECTORY, 'up-to-date', `${name}.json`);
  const previous = readRecord(record);
  const fingerprintWith = (discovered) => fingerprint(recipe, unique([...inputs(), ...discovered]));
  const known = previous?.inputs ?? [];
  const before = fingerprintWith(known);
  if (previous?.fingerprint === before && outputs.every(existsSync)) return 'up to date';
  // The outputs no longer match it, even if the run fails.
  rmSync(record, { force: true });
  const startedMs = Date.now();
  const discovered = (await run()) ?? [];
  // An input that was saved during the run may be missing in the output: the next run must not be skipped.
  const isSaved = (file) => !known.includes(file) && wasSavedSince(file, startedMs - CLOCK_TICK_MS);
  if (fingerprintWith(known) === before && !discovered.some(isSaved)) {
    mkdirSync(join(DEV_DIRECTORY, 'up-to-date'), { recursive: true });
    const content = { fingerprint: fingerprintWith(discovered), inputs: discovered };
    writeFileSync(record, JSON.stringify(content, null, 1));
  }
  return 'built';
}

/**
 * Lists files recursively.
 * @param {string} path absolute, of a folder or a file
 * @returns {string[]} absolute paths, sorted; empty if there is no such folder
 */
export function filesBelow(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .flatMap((name) => filesBelow(join(path, name)))
    .sort();
}

function readRecord(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

function wasSavedSince(file, ms) {
  return existsSync(file) && statSync(file).mtimeMs >= ms;
}

function fingerprint(recipe, files) {
  const hash = createHash('sha256').update(JSON.stringify(recipe));
  for (const file of files) {
    const content = existsSync(file) ? readFileSync(file) : '';
    hash.update(`\n${relative(ROOT, file)} ${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}

function unique(paths) {
  return [...new Set(paths)].sort();
}
