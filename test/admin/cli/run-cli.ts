import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { Redis } from 'ioredis';
import type { CommandContext } from '../../../admin/cli/command-context.ts';
import { runProgram } from '../../../admin/cli/program.ts';
import { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import { makeTemporaryDirectory } from '../../support/processes/temporary-directory.ts';
import type { TemporaryDirectory } from '../../support/processes/temporary-directory.ts';
import { testRedisUrl, uniquePrefix } from '../../support/redis/redis.ts';

export interface CliResult {
  readonly code: number;
  /** Lines of standard output. */
  readonly out: readonly string[];
  readonly err: readonly string[];
}

/** The environment of a suite that tests commands. */
export interface CliSuite {
  /** The command line of the current test. */
  readonly cli: CliUnderTest;
  /** The Redis that all suites share. */
  readonly redis: Redis;
  /** Writes a file. @returns its path */
  write(name: string, text: string): string;
}

/** Sets up a suite of tests of commands: a command line for each test, Redis, and a folder for files. */
export function useCli(): CliSuite {
  let redis: Redis;
  let directory: TemporaryDirectory;
  let cli: CliUnderTest;
  beforeAll(() => {
    redis = new Redis(testRedisUrl());
    directory = makeTemporaryDirectory();
  });
  beforeEach(() => {
    cli = createCli();
  });
  afterAll(() => {
    redis.disconnect();
    directory.remove();
  });
  return {
    get cli() {
      return cli;
    },
    get redis() {
      return redis;
    },
    write(name, text) {
      directory.write(name, text);
      return `${directory.path}/${name}`;
    },
  };
}

/** The command line in this process, with a unique key prefix. */
export interface CliUnderTest {
  readonly environment: Readonly<Record<string, string>>;
  readonly keys: RedisKeys;
  run(...args: string[]): Promise<CliResult>;
  /** Like `run`, with parts of the context replaced. */
  runWith(context: Partial<CommandContext>, ...args: string[]): Promise<CliResult>;
  /** Returns the output of a command with `--json`. @throws if the command fails */
  json(...args: string[]): Promise<Record<string, unknown>>;
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
