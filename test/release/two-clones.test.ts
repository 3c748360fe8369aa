import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { makeTemporaryDirectory } from '../support/processes/temporary-directory.ts';
import { REPOSITORY } from '../support/repository/repository.ts';

/** Two installations of the npm packages, and two builds. */
const PATIENCE_MS = 900_000;

/** Builds a release of the current commit in a new clone. @returns its checksums, one line a file */
function buildIn(folder: string, env: NodeJS.ProcessEnv): string[] {
  execFileSync('git', ['clone', '--quiet', '--no-local', REPOSITORY, folder]);
  execFileSync(process.execPath, ['tools/assemble/release.mjs'], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return readFileSync(join(folder, 'release', 'SHA256SUMS'), 'utf8').split('\n');
}

(process.env['FC_RELEASE_CLONES'] === '2' ? it : it.skip)(
  'two clones of the commit give releases with the same bytes (npm run release:verify)',
  () => {
    const directory = makeTemporaryDirectory();
    const first = buildIn(join(directory.path, 'first'), {});
    const second = buildIn(join(directory.path, 'another folder'), { TZ: 'Asia/Tokyo', LC_ALL: 'C' });
    expect(first.length).toBeGreaterThan(10);
    // A difference shows the names of the files.
    expect(second).toEqual(first);
    directory.remove();
  },
  PATIENCE_MS,
);
