import { afterAll } from '@jest/globals';
import { makeTemporaryDirectory, type TemporaryDirectory } from './temporary-directory.ts';

/** Creates an empty directory, which is removed after the tests of the suite. */
export function useTemporaryDirectory(): TemporaryDirectory {
  const directory = makeTemporaryDirectory();
  afterAll(() => {
    directory.remove();
  });
  return directory;
}
