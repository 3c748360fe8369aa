import type { CommandContext } from '../../../rest-sidecar/src/cli/command-context.ts';
import { runProgram } from '../../../rest-sidecar/src/cli/program.ts';
import { RedisKeys } from '../../../shared/redis/redis-keys.ts';
import { testRedisUrl, uniquePrefix } from '../../support/redis/redis.ts';

export interface CliResult {
  readonly code: number;
  /** Lines of standard output. */
  readonly out: readonly string[];
  readonly err: readonly string[];
}

/** The command line on a key prefix of its own, in this process. */
export interface CliUnderTest {
  readonly environment: Readonly<Record<string, string>>;
  readonly keys: RedisKeys;
  run(...args: string[]): Promise<CliResult>;
  /** As `run`, with parts of the context of its own. */
  runWith(context: Partial<CommandContext>, ...args: string[]): Promise<CliResult>;
  /** What a command prints with `--json`. @throws where it fails */
  json(...args: string[]): Promise<Record<string, unknown>>;
}

/** @param redisUrl of the Redis that all suites share, unless another is named */
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
