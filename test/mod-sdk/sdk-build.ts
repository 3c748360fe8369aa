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

/**
 * Returns the Java class of docs/mods.md that registers a mod, with the method that the page leaves to it.
 *
 * @param page the text of docs/mods.md
 */
export function documentedMod(page: string): string {
  const code = fences(page).find(({ text }) => text.includes('class MyMod '))?.text ?? '';
  return code.replace(/\}\s*$/, 'static void drawMinimap() {}\n}');
}

/**
 * Returns the files that a section of docs/mods.md creates from an empty folder, by path.
 *
 * @param page the text of docs/mods.md
 * @param loader the first word of the section's heading
 */
export function documentedProject(page: string, loader: string): Map<string, string> {
  const [, section = ''] = page.split(`\n### ${loader} from an empty folder\n`);
  const [own = ''] = section.split('\n### ');
  const files = own.matchAll(/^`([\w./-]+)`[^\n]*:\n\n```\w+\n([\s\S]*?)^```/gm);
  const mod: [string, string] = ['src/main/java/com/example/MyMod.java', documentedMod(page)];
  return new Map([...Array.from(files, ([, path = '', text = '']): [string, string] => [path, text]), mod]);
}
