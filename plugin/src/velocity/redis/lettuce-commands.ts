import type { FeatureSet } from '../../../../shared/feature-control/blocked-features.ts';
import type { NameCommands } from '../../../../shared/redis/blocklists/redis-stored-blocklists.ts';
import { WRONG_TYPE } from '../../../../shared/redis/redis-commands.ts';
import type { RedisCommands, RedisScript, SetNxPxReply } from '../../../../shared/redis/redis-commands.ts';
import { isWrongType, RedisError } from '../../../../shared/redis/redis-error.ts';
import { oneProcess, parseRunId } from '../../../../shared/redis/loss/serving-processes.ts';
import type { ServingProcesses } from '../../../../shared/redis/loss/serving-processes.ts';
import type { Circuit } from '../../circuit.ts';
import type { CompletionStage, Executor, JavaList } from '../../../types/jdk.ts';
import type { RedisAsyncCommands, ScanArgs, ScanCursor, ValueScanCursor } from '../../../types/lettuce.ts';
import type { TimedFeatures } from '../../../../shared/feature-control/timed-features.ts';
import { JavaFeatureSet } from './java-feature-set.ts';
import { JavaTimedFeatures } from './java-timed-features.ts';
import { failureOf, toRedisError } from './lettuce-error.ts';
import { sendForEach } from './send-for-each.ts';
import type { CommandOnKey } from './send-for-each.ts';
import { toArray, toPromise } from '../java-interop.ts';

/** Members or keys asked for at once: some milliseconds of Redis's and of the script's time, no more. */
const PAGE = 2000;

/** Members with scores asked for at once: each costs the script some calls. */
const SCORED_PAGE = 500;

/** Commands sent without waiting for the first reply. */
const PIPELINE = 100;

/** Pages of a set that are looked at for the names in it: some milliseconds in all. */
const PAGES_LOOKED_AT = 10;

/** Lets commands through, or refuses them at once. */
type CommandGate = Pick<Circuit, 'run'>;

/** The Redis ports, filled by Lettuce. */
export class LettuceCommands implements RedisCommands, NameCommands {
  readonly #server: () => RedisAsyncCommands;
  readonly #circuit: CommandGate;
  readonly #executor: Executor;
  readonly #page = Java.type('io.lettuce.core.ScanArgs$Builder').limit(PAGE);
  readonly #digests = new Map<string, string>();

  /**
   * @param server throws a RedisError while there is no connection
   * @param circuit every command goes through it: a Redis that hangs is not waited for by each again
   */
  constructor(server: () => RedisAsyncCommands, circuit: CommandGate, executor: Executor) {
    this.#server = server;
    this.#circuit = circuit;
    this.#executor = executor;
  }

  async setNxPx(key: string, value: string, ttlMs: number): Promise<SetNxPxReply> {
    const args = new (Java.type('io.lettuce.core.SetArgs'))().nx().px(ttlMs);
    const stored = await this.#send((redis) => redis.set(key, value, args));
    if (stored !== null) return { stored: true, ttlMs };
    // Refused stays refused where this second reply does not come. -1: it never expires; -2: it is gone by
    // now.
    const remainingMs = await this.#send((redis) => redis.pttl(key)).catch(() => ttlMs);
    return { stored: false, ttlMs: remainingMs === -1 ? -1 : Math.max(0, remainingMs) };
  }

  async evaluate(
    script: RedisScript,
    keys: readonly string[],
    args: readonly string[],
  ): Promise<readonly number[]> {
    return toArray(await this.#evaluate<number>(script, keys, args));
  }

  async evaluateTexts(
    script: RedisScript,
    keys: readonly string[],
    args: readonly string[],
  ): Promise<readonly string[]> {
    return toArray(await this.#evaluate<string | number>(script, keys, args)).map(String);
  }

  async smembers(keys: readonly string[]): Promise<readonly (FeatureSet | undefined)[]> {
    const { INITIAL } = Java.type('io.lettuce.core.ScanCursor');
    const pages = await this.#sendForEach(keys, (redis, key) => redis.sscan(key, INITIAL, this.#page));
    const sets: (FeatureSet | undefined)[] = [];
    for (const [index, page] of pages.entries()) {
      if (page?.isFinished() === false) sets.push(await this.#readOn(keys[index] ?? '', page));
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

  async keysStartingWith(prefix: string): Promise<readonly string[]> {
    const args = scanFor(prefix);
    const found = new (Java.type('java.util.HashSet'))<string>();
    let cursor: ScanCursor = Java.type('io.lettuce.core.ScanCursor').INITIAL;
    do {
      const from = cursor;
      const page = await this.#send((redis) => redis.scan(from, args));
      found.addAll(page.getKeys());
      cursor = page;
    } while (!cursor.isFinished());
    return toArray(found);
  }

  async membersStartingWith(key: string, prefix: string, most: number): Promise<readonly string[]> {
    const args = scanFor(prefix);
    const found = new Set<string>();
    let cursor: ScanCursor = Java.type('io.lettuce.core.ScanCursor').INITIAL;
    for (let page = 0; page < PAGES_LOOKED_AT && !cursor.isFinished() && found.size < most; page += 1) {
      const from = cursor;
      const members = await this.#send((redis) => redis.sscan(key, from, args));
      for (const member of toArray(members.getValues())) found.add(member);
      cursor = members;
    }
    return [...found].slice(0, most);
  }

  async zrevrange(key: string, count: number): Promise<readonly string[]> {
    return toArray(await this.#send((redis) => redis.zrevrange(key, 0, count - 1)));
  }

  async processes(): Promise<ServingProcesses> {
    return oneProcess(parseRunId(await this.#send((redis) => redis.info('server'))));
  }

  async #evaluate<T>(
    { source }: RedisScript,
    keys: readonly string[],
    args: readonly string[],
  ): Promise<JavaList<T>> {
    const { MULTI } = Java.type('io.lettuce.core.ScriptOutputType');
    const javaKeys = Java.to(keys);
    const javaArgs = Java.to(args);
    const digest = this.#digestOf(source);
    try {
      return await this.#send((redis) => redis.evalsha<JavaList<T>>(digest, MULTI, javaKeys, javaArgs));
    } catch (cause) {
      if (!(cause instanceof RedisError && cause.message.startsWith('NOSCRIPT'))) throw cause;
      return await this.#send((redis) => redis.eval<JavaList<T>>(source, MULTI, javaKeys, javaArgs));
    }
  }

  async #count(keys: readonly string[], command: CommandOnKey<number>): Promise<readonly number[]> {
    const counts: number[] = [];
    for (let start = 0; start < keys.length; start += PIPELINE) {
      const found = await this.#sendForEach(keys.slice(start, start + PIPELINE), command);
      for (const count of found) counts.push(count ?? WRONG_TYPE);
    }
    return counts;
  }

  /** All of a large set. */
  async #readOn(key: string, first: ValueScanCursor): Promise<FeatureSet> {
    const SetReader = Java.type('io.github.featurecontrol.isolated.SetReader');
    return new JavaFeatureSet(
      await this.#send((redis) => new SetReader(redis, key, this.#page, first.getValues()).readFrom(first)),
    );
  }

  /** Page by page: the members of each are put into the map on the script thread. */
  async #readTimed(key: string): Promise<TimedFeatures> {
    const page = Java.type('io.lettuce.core.ScanArgs$Builder').limit(SCORED_PAGE);
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

  /** What Redis calls the script. @throws RedisError while there is no connection */
  #digestOf(source: string): string {
    const known = this.#digests.get(source);
    if (known !== undefined) return known;
    const digest = this.#server().digest(source);
    this.#digests.set(source, digest);
    return digest;
  }
}

/** @throws what else went wrong */
function unlessWrongType(cause: unknown): undefined {
  if (!isWrongType(cause)) throw cause;
}

/** Characters that a pattern gives a meaning are meant as they are. */
function scanFor(prefix: string): ScanArgs {
  const pattern = `${prefix.replace(/[\\*?[\]]/g, '\\$&')}*`;
  return Java.type('io.lettuce.core.ScanArgs$Builder').matches(pattern).limit(PAGE);
}
