import { execFile } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Where the jar holds our script and what belongs to it. */
export const PROGRAM_IN_JAR = 'META-INF/feature-control';

/**
 * Copies a jar, and puts other files into it.
 * @param directory where they are, and where the copy is put
 * @param path of a file or folder below `directory`, which it has in the jar too
 * @returns the copy's path
 */
export async function copyJarWith(jar: string, directory: string, path: string): Promise<string> {
  const copy = join(directory, 'changed.jar');
  copyFileSync(jar, copy);
  const { JAVA_HOME } = process.env;
  const jarTool = JAVA_HOME === undefined ? 'jar' : join(JAVA_HOME, 'bin', 'jar');
  await promisify(execFile)(jarTool, ['--update', '--file', copy, '-C', directory, path]);
  return copy;
}
