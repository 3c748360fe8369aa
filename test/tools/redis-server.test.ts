import { readdirSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { findRedisServer, unpackRedisServer } from '../../tools/set-up/redis-server.mjs';
import { makeTemporaryDirectory, type TemporaryDirectory } from '../support/processes/temporary-directory.ts';

const { JAVA_HOME, FC_GRADLE, GRADLE_OPTS, PATH, HOME } = process.env;
/** Output of Gradle 4.4.1 without a network. */
const OFFLINE = `
FAILURE: Build failed with an exception.

* What went wrong:
Could not resolve all files for configuration ':redis'.
> Could not resolve org.signal:embedded-redis:0.9.1.
   > Could not resolve org.signal:embedded-redis:0.9.1.
      > repository.example: Temporary failure in name resolution
`;

describe('a Redis server for a machine without one', () => {
  let directory: TemporaryDirectory;

  beforeEach(() => {
    directory = makeTemporaryDirectory();
  });
  afterEach(() => {
    directory.remove();
  });

  const unpack = async (gradle: string | undefined) =>
    await unpackRedisServer({
      env: { JAVA_HOME, GRADLE_OPTS, PATH, HOME, FC_GRADLE: gradle },
      directory: directory.path,
    });

  it('is downloaded by Gradle, verified, unpacked and run', async () => {
    const server = await unpack(FC_GRADLE);
    expect(server).toStrictEqual({ path: expect.any(String) as unknown, version: '7.0.15' });
    const found = findRedisServer({ env: {}, directory: directory.path });
    expect(found).toStrictEqual(server);
    expect(readdirSync(directory.path)).toStrictEqual(['redis']);
  }, 120_000);

  it('is missing if Gradle cannot download it, with the reason and the solution in the message', async () => {
    const gradle = directory.writeProgram(
      'gradle',
      `cat '${directory.write('output', OFFLINE)}' >&2; exit 1`,
    );
    await expect(unpack(gradle)).rejects.toThrow(
      'Gradle could not fetch it (repository.example: Temporary failure in name resolution). ' +
        'Go online, or install redis-server 6.2 or later',
    );
    expect(readdirSync(directory.path).sort()).toStrictEqual(['gradle', 'output']);
  });

  it('is rejected if its checksum differs', async () => {
    const gradle = directory.writeProgram(
      'gradle',
      'for argument; do case "$argument" in -Pinto=*) : > "${argument#-Pinto=}/embedded-redis-0.9.1.jar" ;; esac; done',
    );
    await expect(unpack(gradle)).rejects.toThrow(/embedded-redis-0\.9\.1\.jar is not the expected file/);
    expect(readdirSync(directory.path)).toStrictEqual(['gradle']);
  });
});
