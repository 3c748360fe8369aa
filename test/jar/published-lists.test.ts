import { execFileSync } from 'node:child_process';
import { delimiter } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FAST_STARTUP_JVM_OPTIONS } from '../../tools/processes/jvm-options.mjs';
import { compileJava } from '../support/jar/compile-java.ts';
import { javaTool } from '../support/jar/java-tool.ts';
import { makeTemporaryDirectory, type TemporaryDirectory } from '../support/processes/temporary-directory.ts';
import { listFiles } from '../support/repository/source-files.ts';
import { builtJar } from '../velocity-stand-in/built-jar.ts';
import { standInBuild } from '../velocity-stand-in/stand-in.ts';

let classes: TemporaryDirectory;
let classPath: string;

beforeAll(async () => {
  classes = makeTemporaryDirectory();
  classPath = [(await standInBuild()).classPath, builtJar()].join(delimiter);
  compileJava(listFiles('test/jar/published-lists', '.java'), classPath, classes.path);
});

afterAll(() => {
  classes.remove();
});

function run(program: string): unknown {
  const path = [classes.path, classPath].join(delimiter);
  const options = [...FAST_STARTUP_JVM_OPTIONS, '-cp', path, `io.github.featurecontrol.${program}`];
  return JSON.parse(execFileSync(javaTool('java'), options, { encoding: 'utf8' }));
}

describe('a listener of answers', () => {
  it('is served if it is added while another thread removes the last one [G73]', () => {
    // Not observed when the script connects; observed by the first listener, and by the second one.
    expect(run('InterleavedListeners')).toEqual([false, true, true, true]);
  });
});

describe('a handler of a check', () => {
  it('is never called on the script thread, also if the check fails [G73]', () => {
    expect(run('CheckHandlers')).toEqual({
      'before the script has started': 'IllegalStateException on another thread',
      'without lists': 'IllegalStateException on another thread',
      'with lists': '[fly] on another thread',
    });
  });
});
