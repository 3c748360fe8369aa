import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

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
