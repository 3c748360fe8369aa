import { execFileSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { compileJava } from '../support/jar/compile-plugin.ts';
import { javaTool } from '../mod-sdk/sdk-build.ts';
import { makeTemporaryDirectory } from '../support/processes/temporary-directory.ts';
import { REPOSITORY } from '../support/repository/repository.ts';
import { builtJar } from '../velocity-stand-in/built-jar.ts';
import { standInBuild } from '../velocity-stand-in/stand-in.ts';

const PROGRAM = 'io.github.featurecontrol.InterleavedListeners';

describe('a listener of answers', () => {
  it('is served if it is added while another thread removes the last one [G73]', async () => {
    const directory = makeTemporaryDirectory();
    const classPath = [(await standInBuild()).classPath, builtJar()].join(delimiter);
    const source = join(REPOSITORY, 'test/jar/answer-listeners', `${PROGRAM.replaceAll('.', '/')}.java`);
    compileJava([source], classPath, directory.path);
    const run = ['-cp', [directory.path, classPath].join(delimiter), PROGRAM];
    const observed: unknown = JSON.parse(execFileSync(javaTool('java'), run, { encoding: 'utf8' }));
    directory.remove();
    // Not observed when the script connects; observed by the first listener, and by the second one.
    expect(observed).toEqual([false, true, true, true]);
  });
});
