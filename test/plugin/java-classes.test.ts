import { describe, expect, it } from '@jest/globals';
import { listFiles, readRepositoryFile } from '../support/repository/source-files.ts';

/** What `Java.to` looks up by itself. */
const ARRAYS = ['java.lang.Object', 'java.lang.Object[]'];

/** Of the classes that the script looks up, as their declarations name them. */
const declared = listFiles('plugin/types', '.ts').flatMap((path) =>
  [...readRepositoryFile(path).matchAll(/readonly '([\w.$]+)':/g)].map(([, name]) => name),
);

describe('plugin/java-classes.txt', () => {
  it('names the classes that are declared for the script to look up, and no other', () => {
    const listed = readRepositoryFile('plugin/java-classes.txt').trimEnd().split('\n');
    expect(declared).toContain('java.util.HashSet');
    expect(listed).toEqual([...declared, ...ARRAYS].sort());
  });
});
