import { execFile } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { javaTool } from './java-tool.ts';

/** The path of the script and its files in the jar. */
export const PROGRAM_IN_JAR = 'META-INF/feature-control';

/**
 * Copies a jar and adds or replaces files.
 * @param directory with the files, and for the copy
 * @param path of a file or folder below `directory`; the path in the jar is the same
 * @returns the copy's path
 */
export async function copyJarWith(jar: string, directory: string, path: string): Promise<string> {
  const copy = join(directory, 'changed.jar');
  copyFileSync(jar, copy);
  await promisify(execFile)(javaTool('jar'), ['--update', '--file', copy, '-C', directory, path]);
  return copy;
}
