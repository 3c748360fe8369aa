import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { Redis } from 'ioredis';
import type { CommandContext } from '../../../admin/cli/command-context.ts';
import { runProgram } from '../../../admin/cli/program.ts';
import { GLOBAL_LIST } from '../../../shared/feature-control/blocklist-name.ts';
import type { BlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import { runProgram as runInNode } from '../../support/processes/run-program.ts';
import { makeTemporaryDirectory } from '../../support/processes/temporary-directory.ts';
import { testRedisUrl, uniquePrefix } from '../../support/redis/redis.ts';
import { REPOSITORY } from '../../support/repository/repository.ts';

export interface CliResult {
  readonly code: number;
  /** Lines of standard output. */
  readonly out: readonly string[];
  readonly err: readonly string[];
}

/** What a suite that tests commands uses. */
export interface CliSuite extends CliUnderTest {
  /** The Redis that all suites share. */
  readonly redis: Redis;
  /** Returns the names in the set of a list, sorted. @param list default: the global one */
  readonly blocked: (list?: BlocklistName) => Promise<string[]>;
  /** Writes a file. @returns its path */
  readonly write: (name: string, text: string) => string;
}

/** Sets up a suite of tests of commands, each of which begins without any keys. */
export function useCli(): CliSuite {
  const cli = createCli();
  const redis = new Redis(testRedisUrl());
  const directory = makeTemporaryDirectory();
  beforeEach(async () => {
    for (const key of await redis.keys(`${cli.environment['KEY_PREFIX'] ?? ''}*`)) await redis.del(key);
  });
  afterAll(() => {
    redis.disconnect();
    directory.remove();
  });
  return {
    ...cli,
    redis,
    blocked: async (list = GLOBAL_LIST) => (await redis.smembers(cli.keys.blocklistKey(list))).sort(),
    write: (name, text) => {
      directory.write(name, text);
      return `${directory.path}/${name}`;
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

/** The command line in this process, with a unique key prefix. */
export interface CliUnderTest {
  readonly environment: Readonly<Record<string, string>>;
  readonly keys: RedisKeys;
  readonly run: (...args: string[]) => Promise<CliResult>;
  /** Like `run`, with parts of the context replaced. */
  readonly runWith: (context: Partial<CommandContext>, ...args: string[]) => Promise<CliResult>;
  /** Returns the output of a command with `--json`. @throws if the command fails */
  readonly json: (...args: string[]) => Promise<Record<string, unknown>>;
}

/** @param redisUrl default: the Redis that all suites share */
export function createCli(redisUrl = testRedisUrl()): CliUnderTest {
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
    runWith,
    run: async (...args) => await runWith({}, ...args),
    json: async (...args) => {
      const { code, out, err } = await runWith({}, ...args, '--json');
      if (code !== 0) throw new Error(`${args.join(' ')}: ${err.join('\n')}`);
      return JSON.parse(out.join('\n')) as Record<string, unknown>;
    },
  };
}
