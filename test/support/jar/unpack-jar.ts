import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Unpacks the entries below `path` of a jar into a folder, with the JDK's own tool. */
export async function unpackJar(jar: string, path: string, folder: string): Promise<void> {
  const { JAVA_HOME } = process.env;
  const tool = JAVA_HOME === undefined ? 'jar' : join(JAVA_HOME, 'bin', 'jar');
  await promisify(execFile)(tool, ['--extract', '--file', jar, path], { cwd: folder });
}
