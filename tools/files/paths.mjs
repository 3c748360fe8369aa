import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root folder, absolute. */
export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Files that the tools unpack or keep: git-ignored, and safe to delete while nothing runs. */
export const DEV_DIRECTORY = join(ROOT, '.dev');

/**
 * State of `npm start`: its data, its proxies, and the record of the running network. `FC_RUN_DIRECTORY`
 * separates one network from another.
 */
export const RUN_DIRECTORY = resolve(process.env['FC_RUN_DIRECTORY'] || DEV_DIRECTORY);

/** @param {string[]} parts a path from the repository's root */
export function fromRoot(...parts) {
  return join(ROOT, ...parts);
}
