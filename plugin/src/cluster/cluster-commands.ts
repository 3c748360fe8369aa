import type { FeatureSet } from '../../../shared/feature-control/feature-set.ts';
import type { RedisScript, SetNxPxReply } from '../../../shared/redis/redis-commands.ts';
import { RedisError } from '../../../shared/redis/redis-error.ts';
import type { ServingProcesses } from '../../../shared/redis/loss/serving-processes.ts';
import type { ClusterMap } from './cluster-map.ts';
import type { ClusterNode, Commands } from './cluster-node.ts';
import { parseRedirection } from './redirection.ts';

/** The Redis ports over a cluster: what names a key goes to who serves it, what names none to all masters. */
export class ClusterCommands implements Commands {
  readonly #map: ClusterMap;

  constructor(map: ClusterMap) {
    this.#map = map;
  }

  setNxPx(key: string, value: string, ttlMs: number): Promise<SetNxPxReply> {
    return this.#at(key, (commands) => commands.setNxPx(key, value, ttlMs));
  }

  /** @param keys all of one slot */
  evaluate(
    script: RedisScript,
    keys: readonly string[],
    args: readonly string[],
  ): Promise<readonly number[]> {
    return this.#at(keys[0] ?? '', (commands) => commands.evaluate(script, keys, args));
  }

  smembers(keys: readonly string[]): Promise<readonly (FeatureSet | undefined)[]> {
    return this.#ofEach(keys, (commands, some) => commands.smembers(some));
  }

  smismember(key: string, members: readonly string[]): Promise<readonly boolean[]> {
    return this.#at(key, (commands) => commands.smismember(key, members));
  }

  scard(keys: readonly string[]): Promise<readonly number[]> {
    return this.#ofEach(keys, (commands, some) => commands.scard(some));
  }

  sadd(key: string, member: string): Promise<boolean> {
    return this.#at(key, (commands) => commands.sadd(key, member));
  }

  srem(key: string, member: string): Promise<boolean> {
    return this.#at(key, (commands) => commands.srem(key, member));
  }

  async keysStartingWith(prefix: string): Promise<readonly string[]> {
    const found = await Promise.all(this.#masters().map(({ commands }) => commands.keysStartingWith(prefix)));
    return [...new Set(found.flat())];
  }

  membersStartingWith(key: string, prefix: string, most: number): Promise<readonly string[]> {
    return this.#at(key, (commands) => commands.membersStartingWith(key, prefix, most));
  }

  zrevrange(key: string, count: number): Promise<readonly string[]> {
    return this.#at(key, (commands) => commands.zrevrange(key, count));
  }

  async processes(): Promise<ServingProcesses> {
    const masters = this.#masters();
    const processes = await Promise.all(masters.map(({ commands }) => commands.processes()));
    const processOf = new Map(masters.map((master, index) => [master, processes[index]]));
    const of = (key: string): string =>
      (processOf.get(this.#map.ownerOf(key) ?? refuse()) ?? refuse()).of(key);
    return { ids: processes.flatMap(({ ids }) => ids), of };
  }

  /** All of them: what one of them does not tell would seem not to be there. */
  #masters(): ClusterNode[] {
    return this.#map.masters().map((master) => master ?? refuse());
  }

  /** Sends a command to who serves the key. A redirected one was not carried out, and is sent once more. */
  async #at<T>(key: string, ask: (commands: Commands) => Promise<T>): Promise<T> {
    const owner = this.#map.ownerOf(key) ?? refuse();
    try {
      return await ask(owner.commands);
    } catch (cause) {
      const redirection = parseRedirection(cause, owner.node);
      if (redirection === undefined) throw cause;
      const named = this.#map.nodeAt(redirection.node);
      if (redirection.isAsk) return await ask(named.asking);
      this.#map.lookAgain();
      return await ask(named.commands);
    }
  }

  /** Asks those who serve the keys, each for all of his at once. @returns what they answer, in the order of the keys */
  async #ofEach<T>(keys: readonly string[], ask: AskForEach<T>): Promise<readonly T[]> {
    const keysOf = new Map<ClusterNode, string[]>();
    for (const key of keys) {
      const owner = this.#map.ownerOf(key) ?? refuse();
      const some = keysOf.get(owner);
      if (some === undefined) keysOf.set(owner, [key]);
      else some.push(key);
    }
    const answers = new Map<string, T>();
    const asked = [...keysOf].map(async ([owner, some]) => {
      const found = await this.#askOwner(owner, some, ask);
      some.forEach((key, index) => answers.set(key, found[index] as T));
    });
    await Promise.all(asked);
    return keys.map((key) => answers.get(key) as T);
  }

  /** All at once; one by one where some of the keys are elsewhere by now. */
  async #askOwner<T>(owner: ClusterNode, keys: readonly string[], ask: AskForEach<T>): Promise<readonly T[]> {
    try {
      return await ask(owner.commands, keys);
    } catch (cause) {
      if (parseRedirection(cause, owner.node) === undefined) throw cause;
      const one = async (key: string) => await this.#at(key, (commands) => ask(commands, [key]));
      return (await Promise.all(keys.map(one))).flat();
    }
  }
}

/** Answers for each of the keys, in their order. */
type AskForEach<T> = (commands: Commands, keys: readonly string[]) => Promise<readonly T[]>;

function refuse(): never {
  throw new RedisError('unreachable', 'No server of the cluster is known that serves this');
}
