import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root folder, absolute. */
export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Everything that the tools unpack or keep: git-ignored, and safe to delete as long as nothing runs. */
export const DEV_DIRECTORY = join(ROOT, '.dev');

/**
 * What `npm start` keeps of one run and for the next: data, proxies, and what runs. `FC_RUN_DIRECTORY`
 * separates one network from another.
 */
export const RUN_DIRECTORY = resolve(process.env['FC_RUN_DIRECTORY'] || DEV_DIRECTORY);

/** @param {string[]} parts a path from the repository's root */
export function fromRoot(...parts) {
  return join(ROOT, ...parts);
}
