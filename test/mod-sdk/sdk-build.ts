import { join } from 'node:path';
import { fences } from '../support/repository/markdown.ts';
import { REPOSITORY } from '../support/repository/repository.ts';
import { readRepositoryFile } from '../support/repository/source-files.ts';

const BUILD = join(REPOSITORY, 'mod-sdk', 'build');

export const LIBRARY_VERSION = (JSON.parse(readRepositoryFile('package.json')) as { version: string })
  .version;

/** @returns the jar of the library for mods that `npm run build` left */
export function sdkJar(): string {
  return join(BUILD, 'libs', `feature-control-mod-${LIBRARY_VERSION}.jar`);
}

/** @returns the jar of a Gson that games carry: 2.2.4 is the oldest, 2.13.1 the newest */
export function gson(version: string): string {
  return join(BUILD, 'gson', `gson-${version}.jar`);
}

/** @param home of the JDK. Default: `JAVA_HOME` */
export function javaTool(name: string, home = process.env['JAVA_HOME']): string {
  return home === undefined ? name : join(home, 'bin', name);
}

/** The parts for loaders, named after the first version of Minecraft that each is for. */
export const LOADER_PARTS = JSON.parse(readRepositoryFile('mod-sdk/loaders/parts.json')) as Record<
  string,
  { readonly release: number; readonly shares: readonly string[] }
>;

export function loaderNames(): string[] {
  return Object.keys(LOADER_PARTS);
}

/**
 * @param page docs/mods.md
 * @returns its first code, with what a mod has beside it
 */
export function documentedMod(page: string): string {
  const [code = ''] = fences(page).flatMap(({ language, text }) => (language === 'java' ? [text] : []));
  const names = ['FeatureControl', 'ModFeatures'].map(
    (name) => `import io.github.featurecontrol.sdk.${name};`,
  );
  const rest = 'static void closeMinimap() {}\n static void drawMinimap() {}\n}';
  return `${names.join('\n')}${code.replace(/\}\s*$/, rest)}`;
}
