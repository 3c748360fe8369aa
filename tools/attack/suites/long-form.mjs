import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildAll, buildStandIn } from '../../assemble/build.mjs';
import { setUp } from '../../set-up/setup.mjs';
import { DEV_DIRECTORY } from '../../files/paths.mjs';

/**
 * Prepares the long form of suites that `npm test` runs in a short form. The suites detect the long form by
 * the report file, to which they write one JSON object per line.
 * @param {string} name of the file
 */
export function createLongForm(name) {
  const report = join(DEV_DIRECTORY, `${name}.jsonl`);

  /**
   * Sets up and builds the programs that the suites test.
   * @param {import('../../terminal/progress.mjs').Progress} progress
   * @returns {Promise<NodeJS.ProcessEnv>}
   */
  async function prepare(progress) {
    const env = await setUp(progress);
    await buildAll(progress, env);
    await buildStandIn(progress, env);
    mkdirSync(DEV_DIRECTORY, { recursive: true });
    rmSync(report, { force: true });
    return env;
  }

  /** Returns the objects reported so far; the last line may still be incomplete. */
  function lines() {
    if (!existsSync(report)) return [];
    const complete = readFileSync(report, 'utf8')
      .split('\n')
      .filter((line) => line.endsWith('}'));
    return complete.map((line) => JSON.parse(line));
  }

  return { report, prepare, lines };
}
