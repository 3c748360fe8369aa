import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * Looks for a program as the shell does, without starting a shell.
 * @param {string} program its bare name
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {string | undefined} the first match's path
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
