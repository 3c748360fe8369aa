import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Writes a file atomically: a reader sees either the old or the new content.
 * @param {string} path
 * @param {string | Uint8Array} content
 * @param {number} [mode] permission bits
 */
export function writeAtomically(path, content, mode = 0o644) {
  mkdirSync(dirname(path), { recursive: true });
  const temporary = `${path}.${process.pid}.tmp`;
  writeFileSync(temporary, content, { mode });
  renameSync(temporary, path);
}
