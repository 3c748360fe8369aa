import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { javaTool } from './java-tool.ts';

/** Unpacks the entries below `path` of a jar into a folder, with the JDK's own tool. */
export async function unpackJar(jar: string, path: string, folder: string): Promise<void> {
  await promisify(execFile)(javaTool('jar'), ['--extract', '--file', jar, path], { cwd: folder });
}
