import type { FeatureSet } from '../../../shared/feature-control/feature-set.ts';
import type { RedisScript, SetNxPxReply, StreamEntry } from '../../../shared/redis/redis-commands.ts';
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

  smembers(key: string): Promise<FeatureSet> {
    return this.#at(key, (commands) => commands.smembers(key));
  }

  smismember(key: string, members: readonly string[]): Promise<readonly boolean[]> {
    return this.#at(key, (commands) => commands.smismember(key, members));
  }

  async scard(keys: readonly string[]): Promise<readonly number[]> {
    const keysOf = new Map<ClusterNode, string[]>();
    for (const key of keys) {
      const owner = this.#map.ownerOf(key) ?? refuse();
      const some = keysOf.get(owner);
      if (some === undefined) keysOf.set(owner, [key]);
      else some.push(key);
    }
    const sizes = new Map<string, number>();
    const asked = [...keysOf].map(async ([owner, some]) => {
      const found = await this.#sizesAt(owner, some);
      found.forEach((size, index) => sizes.set(some[index] ?? '', size));
    });
    await Promise.all(asked);
    return keys.map((key) => sizes.get(key) ?? 0);
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

  hgetall(key: string): Promise<ReadonlyMap<string, string>> {
    return this.#at(key, (commands) => commands.hgetall(key));
  }

  xrevrange(key: string, count: number): Promise<readonly StreamEntry[]> {
    return this.#at(key, (commands) => commands.xrevrange(key, count));
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

  /** All at once; one by one where some of the keys are elsewhere by now. */
  async #sizesAt(owner: ClusterNode, keys: readonly string[]): Promise<readonly number[]> {
    try {
      return await owner.commands.scard(keys);
    } catch (cause) {
      if (parseRedirection(cause, owner.node) === undefined) throw cause;
      return await Promise.all(keys.map((key) => this.#sizeOf(key)));
    }
  }

  async #sizeOf(key: string): Promise<number> {
    const [size = 0] = await this.#at(key, (commands) => commands.scard([key]));
    return size;
  }
}

function refuse(): never {
  throw new RedisError('unreachable', 'No server of the cluster is known that serves this');
}
