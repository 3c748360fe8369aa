import { describe, expect, it } from '@jest/globals';
import { listFiles, readRepositoryFile } from '../support/repository/source-files.ts';

/** Classes that `Java.to` looks up internally. */
const ARRAYS = ['java.lang.Object', 'java.lang.Object[]'];

/** The names of the declared classes. */
const declared = listFiles('plugin/types', '.ts').flatMap((path) =>
  [...readRepositoryFile(path).matchAll(/readonly '([\w.$]+)':/g)].map(([, name]) => name),
);

describe('plugin/java-classes.txt', () => {
  it('names exactly the classes that are declared for the script to look up', () => {
    const listed = readRepositoryFile('plugin/java-classes.txt').trimEnd().split('\n');
    expect(declared).toContain('java.util.HashSet');
    expect(listed).toEqual([...declared, ...ARRAYS].sort());
  });
});
