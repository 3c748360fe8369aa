import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const FOLDERS = { full: 'libs', slim: 'slim' };

/**
 * @returns the path of the plugin's jar that the build created
 * @throws {Error} unless there is exactly one
 */
export function builtJar(edition: keyof typeof FOLDERS = 'full'): string {
  const folder = join('plugin', 'build', FOLDERS[edition]);
  const directory = join(__dirname, '..', '..', folder);
  const jars = readdirSync(directory).filter((name) => name.endsWith('.jar'));
  if (jars.length !== 1 || jars[0] === undefined)
    throw new Error(`${folder} contains ${jars.length} jars: run npm run build`);
  return join(directory, jars[0]);
}
