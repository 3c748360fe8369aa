import { globFor } from '../../../../shared/redis/glob.ts';
import { identifyProcess, oneProcess } from '../../../../shared/redis/loss/serving-processes.ts';
import type { ServingProcesses } from '../../../../shared/redis/loss/serving-processes.ts';
import type {
  NextPage,
  RedisCommands,
  RedisScript,
  SetNxPxReply,
} from '../../../../shared/redis/redis-commands.ts';
import { isErrorReply, isReadOnly } from '../../../../shared/redis/redis-error.ts';
import type { CompletionStage, Executor } from '../../../types/jdk.ts';
import type { RedisAsyncCommands, ScanCursor } from '../../../types/lettuce.ts';
import { toArray, toPromise } from '../java-interop.ts';
import type { JavaException } from '../java-interop.ts';
import { toRedisError } from './lettuce-error.ts';

/** Keys per page of a scan. A page takes a few milliseconds in Redis and on the script thread. */
const PAGE_SIZE = 2000;

/** The adapter of the Redis ports to Lettuce. */
export class LettuceCommands implements RedisCommands {
  readonly #server: () => RedisAsyncCommands;
  readonly #executor: Executor;
  readonly #explain: (exception: JavaException) => Error;

  /**
   * @param server returns the commands of the connection; throws a RedisError while disconnected
   * @param writeRefused called when the server has refused a write because it is a replica
   */
  constructor(
    server: () => RedisAsyncCommands,
    executor: Executor,
    writeRefused: () => void = () => undefined,
  ) {
    this.#server = server;
    this.#executor = executor;
    this.#explain = (exception) => {
      const failure = toRedisError(exception);
      if (isReadOnly(failure)) writeRefused();
      return failure;
    };
  }

  async setNxPx(key: string, value: string, ttlMs: number): Promise<SetNxPxReply> {
    const args = new (Java.type('io.lettuce.core.SetArgs'))().nx().px(ttlMs);
    const stored = await this.#send((redis) => redis.set(key, value, args));
    if (stored !== null) return { stored: true, ttlMs };
    // If the second reply is missing, the result is still `stored: false`. -1: the key never expires; -2: it
    // has expired by now.
    const remainingMs = await this.#send((redis) => redis.pttl(key)).catch(() => ttlMs);
    return { stored: false, ttlMs: remainingMs === -1 ? -1 : Math.max(0, remainingMs) };
  }

  async setNx(key: string, value: string): Promise<void> {
    const args = new (Java.type('io.lettuce.core.SetArgs'))().nx();
    await this.#send((redis) => redis.set(key, value, args));
  }

  async hsetPx(key: string, fields: Readonly<Record<string, string>>, ttlMs: number): Promise<void> {
    const writes = [
      this.#send((redis) => redis.hset(key, fields)),
      this.#send((redis) => redis.pexpire(key, ttlMs)),
    ];
    await Promise.all(writes);
  }

  async evaluate(
    { source }: RedisScript,
    keys: readonly string[],
    args: readonly string[],
  ): Promise<unknown> {
    const { VALUE } = Java.type('io.lettuce.core.ScriptOutputType');
    const javaKeys = Java.to(keys);
    const javaArgs = Java.to(args);
    const reply = await this.#send((redis) =>
      redis.evalsha<string>(redis.digest(source), VALUE, javaKeys, javaArgs),
    ).catch((cause: unknown) => {
      if (!isErrorReply(cause, 'NOSCRIPT')) throw cause;
      return this.#send((redis) => redis.eval<string>(source, VALUE, javaKeys, javaArgs));
    });
    return JSON.parse(reply) as unknown;
  }

  async time(): Promise<number> {
    const [seconds, microseconds] = toArray(await this.#send((redis) => redis.time()));
    return Number(seconds) * 1000 + Number(microseconds) / 1000;
  }

  async keysStartingWith(prefixes: readonly string[], nextPage?: NextPage): Promise<readonly string[]> {
    const args = Java.type('io.lettuce.core.ScanArgs$Builder').matches(globFor(prefixes)).limit(PAGE_SIZE);
    const found = new Set<string>();
    const readPage = async (cursor: ScanCursor): Promise<ScanCursor> => {
      const page = await this.#send((redis) => redis.scan(cursor, args));
      for (const key of toArray(page.getKeys())) found.add(key);
      return page;
    };
    let cursor = await readPage(Java.type('io.lettuce.core.ScanCursor').INITIAL);
    while (!cursor.isFinished()) {
      await nextPage?.();
      cursor = await readPage(cursor);
    }
    return [...found];
  }

  async zrevrange(key: string, count: number): Promise<readonly string[]> {
    return toArray(await this.#send((redis) => redis.zrevrange(key, 0, count - 1)));
  }

  async processes(): Promise<ServingProcesses> {
    const readInfo = () => this.#send((redis) => redis.info());
    return oneProcess(await identifyProcess(readInfo, () => this.#send((redis) => redis.clusterInfo())));
  }

  #send<T>(command: (redis: RedisAsyncCommands) => CompletionStage<T>): Promise<T> {
    try {
      return toPromise(command(this.#server()), this.#executor, this.#explain);
    } catch (cause) {
      return Promise.reject(toRedisError(cause));
    }
  }
}
