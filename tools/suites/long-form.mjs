import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildAll, buildStandIn } from '../build.mjs';
import { setUp } from '../setup.mjs';
import { DEV_DIRECTORY } from '../files/paths.mjs';

/**
 * Suites that `npm test` runs in a short form, run in the long one: a file to report to says so,
 * one JSON object a line.
 * @param {string} name of the file
 */
export function createLongForm(name) {
  const report = join(DEV_DIRECTORY, `${name}.jsonl`);

  /**
   * Sets up and builds what the suites run against.
   * @param {import('../terminal/progress.mjs').Progress} progress
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

  /** What was reported until now; the last line may not be whole yet. */
  function lines() {
    if (!existsSync(report)) return [];
    const whole = readFileSync(report, 'utf8')
      .split('\n')
      .filter((line) => line.endsWith('}'));
    return whole.map((line) => JSON.parse(line));
  }

  return { report, prepare, lines };
}
