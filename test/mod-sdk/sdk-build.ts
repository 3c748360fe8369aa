import { join } from 'node:path';
import { fences } from '../support/repository/markdown.ts';
import { REPOSITORY } from '../support/repository/repository.ts';
import { readRepositoryFile } from '../support/repository/source-files.ts';

const BUILD = join(REPOSITORY, 'mod-sdk', 'build');

export const LIBRARY_VERSION = (JSON.parse(readRepositoryFile('package.json')) as { version: string })
  .version;

/** Returns the path of the mod library's jar, built by `npm run build`. */
export function sdkJar(): string {
  return join(BUILD, 'libs', `feature-control-mod-${LIBRARY_VERSION}.jar`);
}

/** Returns the path of a Gson jar. Games include versions from 2.2.4 to 2.13.1. */
export function gson(version: string): string {
  return join(BUILD, 'gson', `gson-${version}.jar`);
}

/** The loader parts by name, which ends with the first version of Minecraft that the part supports. */
export const LOADER_PARTS = JSON.parse(readRepositoryFile('mod-sdk/loaders/parts.json')) as Record<
  string,
  { readonly release: number; readonly shares: readonly string[] }
>;

export function loaderNames(): string[] {
  return Object.keys(LOADER_PARTS);
}

/**
 * Returns the first Java example of docs/mods.md, with the two methods that it leaves to the mod.
 *
 * @param page the text of docs/mods.md
 */
export function documentedMod(page: string): string {
  const [code = ''] = fences(page).flatMap(({ language, text }) => (language === 'java' ? [text] : []));
  const rest = 'static void closeMinimap() {}\n static void drawMinimap() {}\n}';
  return code.replace(/\}\s*$/, rest);
}
