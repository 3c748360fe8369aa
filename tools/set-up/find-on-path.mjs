import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * Finds a program on the path like a shell, without starting one.
 * @param {string} program name without a folder
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {string | undefined} the path of the first match
 */
export function findOnPath(program, env = process.env) {
  const directories = (env['PATH'] ?? '').split(delimiter).filter((directory) => directory !== '');
  return directories.map((directory) => join(directory, program)).find(isExecutableFile);
}

/** @param {string} path */
export function isExecutableFile(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
