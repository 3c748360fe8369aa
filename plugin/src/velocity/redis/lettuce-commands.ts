import type { FeatureSet } from '../../../../shared/feature-control/blocked-features.ts';
import type { AdminCommands } from '../../../../shared/redis/blocklists/reading/redis-stored-blocklists.ts';
import { globFor } from '../../../../shared/redis/glob.ts';
import { runImmediately, WRONG_TYPE } from '../../../../shared/redis/redis-commands.ts';
import type { RedisCommands, RedisScript, SetNxPxReply } from '../../../../shared/redis/redis-commands.ts';
import { isWrongType, RedisError } from '../../../../shared/redis/redis-error.ts';
import { oneProcess, parseRunId } from '../../../../shared/redis/loss/serving-processes.ts';
import type { ServingProcesses } from '../../../../shared/redis/loss/serving-processes.ts';
import type { CircuitBreaker } from '../../circuit-breaker.ts';
import type { CompletionStage, Executor, JavaList } from '../../../types/jdk.ts';
import type {
  RedisAsyncCommands,
  ScanArgs,
  ScanCursor,
  SetArgs,
  ValueScanCursor,
} from '../../../types/lettuce.ts';
import type { TimedFeatures } from '../../../../shared/feature-control/timed-features.ts';
import { JavaFeatureSet } from './java-feature-set.ts';
import { JavaTimedFeatures } from './java-timed-features.ts';
import { failureOf, toRedisError } from './lettuce-error.ts';
import { sendForEach } from './send-for-each.ts';
import type { CommandOnKey } from './send-for-each.ts';
import { toArray, toPromise } from '../java-interop.ts';

/** Members or keys per page of a scan. A page takes a few milliseconds in Redis and on the script thread. */
const PAGE_SIZE = 2000;

/** Members with scores per page of a scan. Smaller, as each member needs several calls to Java. */
const SCORED_PAGE_SIZE = 500;

/** Commands per pipeline. */
const PIPELINE_SIZE = 100;

/** The maximum number of pages searched for names with a prefix, which takes some milliseconds in all. */
const MAX_SEARCHED_PAGES = 10;

/** Runs commands, or rejects them immediately. */
type CommandGate = Pick<CircuitBreaker, 'run'>;

/** The adapter of the Redis ports to Lettuce. */
export class LettuceCommands implements RedisCommands, AdminCommands {
  readonly #server: () => RedisAsyncCommands;
  readonly #circuit: CommandGate;
  readonly #executor: Executor;
  readonly #page = Java.type('io.lettuce.core.ScanArgs$Builder').limit(PAGE_SIZE);
  #setArgs: { readonly ttlMs: number; readonly args: SetArgs } | undefined;

  /**
   * @param server returns the commands of the connection; throws a RedisError while disconnected
   * @param circuit runs every command, so that not each one waits for its own timeout while Redis hangs
   */
  constructor(server: () => RedisAsyncCommands, circuit: CommandGate, executor: Executor) {
    this.#server = server;
    this.#circuit = circuit;
    this.#executor = executor;
  }

  async setNxPx(key: string, value: string, ttlMs: number): Promise<SetNxPxReply> {
    const stored = await this.#send((redis) => redis.set(key, value, this.#nxPx(ttlMs)));
    if (stored !== null) return { stored: true, ttlMs };
    // If the second reply is missing, the result is still `stored: false`. -1: the key never expires; -2: it
    // has expired by now.
    const remainingMs = await this.#send((redis) => redis.pttl(key)).catch(() => ttlMs);
    return { stored: false, ttlMs: remainingMs === -1 ? -1 : Math.max(0, remainingMs) };
  }

  /** The arguments of `SET … NX PX`, kept as nearly all calls have the same time to live. */
  #nxPx(ttlMs: number): SetArgs {
    if (this.#setArgs?.ttlMs !== ttlMs)
      this.#setArgs = { ttlMs, args: new (Java.type('io.lettuce.core.SetArgs'))().nx().px(ttlMs) };
    return this.#setArgs.args;
  }

  async evaluate(
    { source }: RedisScript,
    keys: readonly string[],
    args: readonly string[],
  ): Promise<readonly string[]> {
    const { MULTI } = Java.type('io.lettuce.core.ScriptOutputType');
    const javaKeys = Java.to(keys);
    const javaArgs = Java.to(args);
    const reply = await this.#send((redis) =>
      redis.evalsha<JavaList<unknown>>(redis.digest(source), MULTI, javaKeys, javaArgs),
    ).catch((cause: unknown) => {
      if (!(cause instanceof RedisError && cause.message.startsWith('NOSCRIPT'))) throw cause;
      return this.#send((redis) => redis.eval<JavaList<unknown>>(source, MULTI, javaKeys, javaArgs));
    });
    return toArray(reply).map(String);
  }

  async smembers(keys: readonly string[]): Promise<readonly (FeatureSet | undefined)[]> {
    const { INITIAL } = Java.type('io.lettuce.core.ScanCursor');
    const pages = await this.#sendForEach(keys, (redis, key) => redis.sscan(key, INITIAL, this.#page));
    const sets: (FeatureSet | undefined)[] = [];
    for (const [index, page] of pages.entries()) {
      if (page?.isFinished() === false) sets.push(await this.#readRemaining(keys[index] ?? '', page));
      else sets.push(page && new JavaFeatureSet(new (Java.type('java.util.HashSet'))(page.getValues())));
    }
    return sets;
  }

  async smismember(key: string, members: readonly string[]): Promise<readonly boolean[]> {
    return toArray(await this.#send((redis) => redis.smismember(key, Java.to(members))));
  }

  scard(keys: readonly string[]): Promise<readonly number[]> {
    return this.#count(keys, (redis, key) => redis.scard(key));
  }

  zscan(keys: readonly string[]): Promise<readonly (TimedFeatures | undefined)[]> {
    return Promise.all(keys.map((key) => this.#readTimed(key).catch(unlessWrongType)));
  }

  async zmscore(key: string, members: readonly string[]): Promise<readonly (number | null)[]> {
    return toArray(await this.#send((redis) => redis.zmscore(key, Java.to(members))));
  }

  zcard(keys: readonly string[]): Promise<readonly number[]> {
    return this.#count(keys, (redis, key) => redis.zcard(key));
  }

  async time(): Promise<number> {
    const [seconds, microseconds] = toArray(await this.#send((redis) => redis.time()));
    return Number(seconds) * 1000 + Number(microseconds) / 1000;
  }

  async keysStartingWith(prefixes: readonly string[], run = runImmediately): Promise<readonly string[]> {
    const args = scanFor(prefixes);
    const found = new (Java.type('java.util.HashSet'))<string>();
    let cursor: ScanCursor = Java.type('io.lettuce.core.ScanCursor').INITIAL;
    do {
      const from = cursor;
      const page = await run(() => this.#send((redis) => redis.scan(from, args)));
      found.addAll(page.getKeys());
      cursor = page;
    } while (!cursor.isFinished());
    return toArray(found);
  }

  async membersStartingWith(key: string, prefix: string, max: number): Promise<readonly string[]> {
    const args = scanFor([prefix]);
    const found = new Set<string>();
    let cursor: ScanCursor = Java.type('io.lettuce.core.ScanCursor').INITIAL;
    for (let page = 0; page < MAX_SEARCHED_PAGES && !cursor.isFinished() && found.size < max; page += 1) {
      const from = cursor;
      const members = await this.#send((redis) => redis.sscan(key, from, args));
      for (const member of toArray(members.getValues())) found.add(member);
      cursor = members;
    }
    return [...found].slice(0, max);
  }

  async zrevrange(key: string, count: number): Promise<readonly string[]> {
    return toArray(await this.#send((redis) => redis.zrevrange(key, 0, count - 1)));
  }

  async processes(): Promise<ServingProcesses> {
    return oneProcess(parseRunId(await this.#send((redis) => redis.info('server'))));
  }

  async #count(keys: readonly string[], command: CommandOnKey<number>): Promise<readonly number[]> {
    const counts: number[] = [];
    for (let start = 0; start < keys.length; start += PIPELINE_SIZE) {
      const found = await this.#sendForEach(keys.slice(start, start + PIPELINE_SIZE), command);
      for (const count of found) counts.push(count ?? WRONG_TYPE);
    }
    return counts;
  }

  /** Reads the remaining pages of a large set. @param first the first page */
  async #readRemaining(key: string, first: ValueScanCursor): Promise<FeatureSet> {
    const SetReader = Java.type('io.github.featurecontrol.isolated.SetReader');
    return new JavaFeatureSet(
      await this.#send((redis) => new SetReader(redis, key, this.#page, first.getValues()).readFrom(first)),
    );
  }

  /** Reads a timed set page by page, and copies the members into a map on the script thread. */
  async #readTimed(key: string): Promise<TimedFeatures> {
    const page = Java.type('io.lettuce.core.ScanArgs$Builder').limit(SCORED_PAGE_SIZE);
    const ends = new (Java.type('java.util.HashMap'))<string, number>();
    let cursor: ScanCursor = Java.type('io.lettuce.core.ScanCursor').INITIAL;
    do {
      const from = cursor;
      const members = await this.#send((redis) => redis.zscan(key, from, page));
      for (const member of toArray(members.getValues())) ends.put(member.getValue(), member.getScore());
      cursor = members;
    } while (!cursor.isFinished());
    return new JavaTimedFeatures(ends);
  }

  #sendForEach<T>(keys: readonly string[], command: CommandOnKey<T>): Promise<readonly (T | undefined)[]> {
    return this.#circuit.run(() => sendForEach(keys, this.#server, command, this.#executor));
  }

  #send<T>(command: (redis: RedisAsyncCommands) => CompletionStage<T>): Promise<T> {
    return this.#circuit.run(() => this.#sendNow(command));
  }

  #sendNow<T>(command: (redis: RedisAsyncCommands) => CompletionStage<T>): Promise<T> {
    try {
      return toPromise(command(this.#server()), this.#executor, ({ thrown }) => failureOf(thrown));
    } catch (cause) {
      return Promise.reject(toRedisError(cause));
    }
  }
}

/** Replaces an error of a wrong type by undefined. @throws any other error */
function unlessWrongType(cause: unknown): undefined {
  if (!isWrongType(cause)) throw cause;
}

function scanFor(prefixes: readonly string[]): ScanArgs {
  return Java.type('io.lettuce.core.ScanArgs$Builder').matches(globFor(prefixes)).limit(PAGE_SIZE);
}
