import { mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Creates a temporary `plugins` folder of a proxy. It uses the libraries that `npm test` has unpacked, except
 * in tests of the slim jar, which downloads them.
 */
export async function createPluginsDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'stand-in-'));
  const libraries = process.env['FC_UNPACKED_LIBRARIES'];
  if (libraries === undefined || testsSlimJar()) return directory;
  await mkdir(join(directory, 'feature-control'));
  await symlink(libraries, join(directory, 'feature-control', 'libraries'));
  return directory;
}

/** @param config the text of the plugin's config.toml */
export async function writeConfig(pluginsDirectory: string, config: string): Promise<void> {
  const directory = join(pluginsDirectory, 'feature-control');
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, 'config.toml'), config);
}

export function testsSlimJar(): boolean {
  return process.env['FC_TEST_JAR_EDITION'] === 'slim';
}
