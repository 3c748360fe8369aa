import { readdirSync } from 'node:fs';

/** Returns the names of the files in a directory, and of symbolic links, as mounted volumes have them. */
export function fileNamesIn(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map(({ name }) => name);
}
