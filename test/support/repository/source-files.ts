import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { REPOSITORY } from './repository.ts';

/** Directories with installed or built files, and type declarations of other packages. */
const SKIPPED = new Set(['node_modules', 'build', '.dev', '.gradle', '.git', 'coverage']);
/** The output of `npm run release`. */
const RELEASE = join(REPOSITORY, 'release');

/**
 * Returns the files below a directory of the repository whose names have one of the endings, sorted, as paths
 * relative to the repository's root with `/`.
 */
export function listFiles(directory: string, ...endings: string[]): string[] {
  const found: string[] = [];
  const visit = (path: string): void => {
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      const child = join(path, entry.name);
      if (entry.isDirectory() && !SKIPPED.has(entry.name) && child !== RELEASE) visit(child);
      if (entry.isFile() && endings.some((ending) => entry.name.endsWith(ending))) {
        found.push(relative(REPOSITORY, child).split(sep).join('/'));
      }
    }
  };
  visit(join(REPOSITORY, directory));
  return found.sort();
}

/** @param path relative to the repository's root */
export function readRepositoryFile(path: string): string {
  return readFileSync(join(REPOSITORY, path), 'utf8');
}
