/**
 * `npm run bench -- compare <revision>`: runs a bench of this working tree and of another revision in
 * interleaved rounds.
 */
import { join } from 'node:path';
import { ROOT } from '../files/paths.mjs';
import { runProgram } from '../processes/program.mjs';
import { withRedis } from '../processes/redis.mjs';
import { ExplainedError } from '../terminal/explained-error.mjs';
import { runRounds } from './rounds.mjs';

const THIS = 'this';
const OTHER = 'other';

/**
 * What a suite exports so that two checkouts can be compared by it.
 * @typedef {object} Comparable
 * @property {number} rounds
 * @property {string[]} buildArguments of `tools/assemble/build.mjs`
 * @property {(redisUrl: string) => Promise<void>} prepare writes the data
 * @property {(name: string, checkout: string, redisUrl: string) =>
 * Promise<import('./rounds.mjs').Contender>} start starts the program that was built in a checkout
 */

/**
 * Builds a revision in a temporary clone, and compares this working tree with it.
 * @param {string} revision as Git accepts it
 * @param {Comparable} comparable
 * @param {{ progress: import('../terminal/progress.mjs').Progress, env: NodeJS.ProcessEnv }} options
 * @returns {Promise<import('./figures.mjs').Figure[]>} ratios; a cost below 1 is an improvement
 * @throws {ExplainedError} if there is no such revision, or one of the two cannot be built
 */
export async function compare(revision, comparable, { progress, env }) {
  const commit = await git('rev-parse', '--verify', '--quiet', `${revision}^{commit}`);
  // The clone is in this directory, so that it is also removed if this process is interrupted.
  return await withRedis(env['FC_REDIS_SERVER'], async ({ directory, redisUrl }) => {
    const clone = join(directory, 'clone');
    await git('clone', '--quiet', '--shared', '--no-checkout', ROOT, clone);
    await git('-C', clone, 'checkout', '--quiet', '--detach', commit);
    for (const [name, checkout] of Object.entries({ [revision]: clone, 'this working tree': ROOT }))
      await progress.step(`build of ${name}`, (note) => build(checkout, comparable, { env, note }));
    await comparable.prepare(redisUrl);
    const contenders = [];
    try {
      for (const [name, checkout] of Object.entries({ [THIS]: ROOT, [OTHER]: clone }))
        contenders.push(await comparable.start(name, checkout, redisUrl));
      const rounds = await progress.step(`this and ${revision}`, (note) =>
        runRounds(contenders, comparable.rounds, note),
      );
      return rounds.measurements(THIS).map((name) => ({
        name: `${name}: this ÷ ${revision}`,
        ...rounds.ratios(THIS, OTHER, name),
        unit: '×',
      }));
    } finally {
      await Promise.all(contenders.map(({ stop }) => stop()));
    }
  });
}

async function build(checkout, { buildArguments }, { env, note }) {
  const program = join(checkout, 'tools', 'assemble', 'build.mjs');
  await run(process.execPath, [program, ...buildArguments], { cwd: checkout, env, onLine: note });
}

async function git(...args) {
  return await run('git', ['-C', ROOT, ...args]);
}

async function run(command, args, options) {
  const { output, problem, stdout } = await runProgram(command, args, options);
  if (problem !== undefined)
    throw new ExplainedError(`${[command, ...args].join(' ')} ${problem}\n${output}`.trim());
  return stdout.trim();
}
