import { beforeAll, beforeEach } from '@jest/globals';
import type { CommandContext } from '../../../admin/cli/command-context.ts';
import { runProgram } from '../../../admin/cli/program.ts';
import { GLOBAL_LIST } from '../../../shared/feature-control/blocklist-name.ts';
import type { BlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import { runProgram as runInNode } from '../../support/processes/run-program.ts';
import { useTemporaryDirectory } from '../../support/processes/use-temporary-directory.ts';
import { heartbeatOf } from '../../support/redis/heartbeat-of.ts';
import { testRedisUrl, uniquePrefix } from '../../support/redis/redis.ts';
import { useRedis } from '../../support/redis/use-redis.ts';
import { REPOSITORY } from '../../support/repository/repository.ts';

export interface CliResult {
  readonly code: number;
  /** Lines of standard output. */
  readonly out: readonly string[];
  readonly err: readonly string[];
}

/** Sets up a suite of tests of commands, each of which begins without any keys. */
export function useCli() {
  const cli = createCli();
  const { keys, runWith } = cli;
  const redis = useRedis();
  const directory = useTemporaryDirectory();
  beforeEach(async () => {
    for (const key of await redis.keys(`${cli.environment.KEY_PREFIX}*`)) await redis.del(key);
  });
  return {
    ...cli,
    /** The Redis that all suites share. */
    redis,
    /** Writes a file. @returns its path */
    write: (name: string, text: string) => directory.write(name, text),
    /** Returns the names in the set of a list, sorted. */
    blocked: async (list: BlocklistName = GLOBAL_LIST) =>
      (await redis.smembers(keys.blocklistKey(list))).sort(),
    /** Writes the heartbeat of a proxy. */
    beat: async (name: string, fields: Readonly<Record<string, string | number>>): Promise<void> => {
      await redis.hset(keys.programOf('proxy', name), heartbeatOf(name, fields));
    },
    /** Runs a command on a terminal, with an answer to its questions. */
    answering: async (answer: string, ...args: string[]) => {
      const questions: string[] = [];
      const ask = async (question: string): Promise<string> => {
        questions.push(question);
        return await Promise.resolve(answer);
      };
      return { ...(await runWith({ ask }, ...args)), questions };
    },
  };
}

/** Builds the program before the tests if its sources have changed. @returns its path */
export function useBuiltProgram(): string {
  beforeAll(async () => {
    await runInNode(['tools/command-line/feature-control.mjs', '--help'], process.env);
  });
  return `${REPOSITORY}/admin/build/cli.cjs`;
}

export type CliUnderTest = ReturnType<typeof createCli>;

/**
 * Creates the command line in this process, with a unique key prefix.
 * @param redisUrl default: the Redis that all suites share
 */
export function createCli(redisUrl = testRedisUrl()) {
  const prefix = uniquePrefix();
  const environment = { REDIS_URL: redisUrl, KEY_PREFIX: prefix, FC_ACTOR: 'tester' };
  const runWith = async (context: Partial<CommandContext>, ...args: string[]): Promise<CliResult> => {
    const out: string[] = [];
    const err: string[] = [];
    const printing = {
      out: (line: string) => void out.push(line),
      err: (line: string) => void err.push(line),
    };
    const code = await runProgram(args, { environment, nowMs: () => Date.now(), ...printing, ...context });
    return { code, out, err };
  };
  return {
    environment,
    keys: new RedisKeys(prefix),
    /** Like `run`, with parts of the context replaced. */
    runWith,
    run: async (...args: string[]) => await runWith({}, ...args),
    /** Returns the output of a command with `--json`. @throws if the command fails */
    json: async (...args: string[]) => {
      const { code, out, err } = await runWith({}, ...args, '--json');
      if (code !== 0) throw new Error(`${args.join(' ')}: ${err.join('\n')}`);
      return JSON.parse(out.join('\n')) as Record<string, unknown>;
    },
  };
}
