import type { Program } from '../../../plugin/src/main.ts';
import type { RedisAccess } from '../../../plugin/src/service.ts';
import { createHostClock, createScriptTimers } from '../../../plugin/src/velocity/host.ts';
import { createLettuceRedis } from '../../../plugin/src/velocity/redis/lettuce-redis.ts';
import { createLogger } from '../../../plugin/src/velocity/slf4j-logger.ts';
import type { ScriptHost } from '../../../plugin/types/bridge.ts';
import type { Subscription } from '../../../shared/redis/changes/change-feed.ts';
import { RedisError } from '../../../shared/redis/redis-error.ts';
import { parseRedisUrl } from '../../../shared/redis/url/redis-url.ts';
import { MirroredSets } from '../../contracts/mirrored-sets.ts';
import { readProcesses, readSet, readTimed, setEach } from '../../contracts/ask-commands.ts';
import { encode, type Call, type Notice, type RemoteCommand, type Saying } from './calls.ts';

/** Large enough for the names of a large set. */
const MAX_PACKET_BYTES = 4_000_000;
const MAX_NESTING = 32;
const COMMAND_TIMEOUT_MS = 500;

/**
 * Replaces the plugin's script. It connects to Redis like the plugin, and serves the Redis ports to players
 * by packets.
 */
export function start(host: ScriptHost): Program {
  const served = new ServedRedis(host);
  host.ready().run();
  host.logger().info('feature-control is ready');
  return {
    maxPacketBytes: MAX_PACKET_BYTES,
    maxNesting: MAX_NESTING,
    receive: (packet, _player, text) => {
      const say = (saying: Saying): void => {
        packet.answer(encode(saying));
      };
      const call = JSON.parse(text ?? '') as Call;
      void served.obey(call, say).then(
        (reply) => {
          say({ id: call.id, reply });
        },
        (cause: unknown) => {
          const kind = cause instanceof RedisError ? cause.kind : undefined;
          say({
            id: call.id,
            error: { message: cause instanceof Error ? cause.message : String(cause), kind },
          });
        },
      );
    },
    stop: (_drainMs, done) => {
      void served.closeAll().finally(done);
    },
  };
}

/** The types of the arguments were checked at the call in Node. */
type AnyCommands = Readonly<Record<RemoteCommand, (...args: readonly unknown[]) => Promise<unknown>>>;

interface OpenedRedis {
  readonly redis: RedisAccess;
  readonly subscriptions: Subscription[];
  mirror?: MirroredSets;
}

class ServedRedis {
  readonly #host: ScriptHost;
  readonly #opened = new Map<number, OpenedRedis>();

  constructor(host: ScriptHost) {
    this.#host = host;
  }

  async obey({ id, redis, order }: Call, say: (notice: Notice) => void): Promise<unknown> {
    if (order.name === 'open') {
      const opened = this.#open(order.url);
      this.#opened.set(redis, { redis: opened, subscriptions: [] });
      await opened.attempted;
      return undefined;
    }
    if (order.name === 'block') {
      block(order.ms);
      return undefined;
    }
    const { commands, changeFeed } = this.#at(redis).redis;
    switch (order.name) {
      case 'command':
        return await (commands as AnyCommands)[order.command](...order.args);
      case 'setEach':
        return await setEach(commands, order.keys, order.value, order.ttlMs);
      case 'readSet':
        return await readSet(commands, order.key, order.names);
      case 'readTimed':
        return await readTimed(commands, order.key, order.names, order.times);
      case 'readProcesses':
        return await readProcesses(commands, order.keys);
      case 'subscribe': {
        const tell =
          (heard: Notice['heard']) =>
          (keys: readonly string[] = []) => {
            say({ id, heard, keys });
          };
        const subscription = changeFeed.subscribe(order.prefixes, {
          keysChanged: tell('keysChanged'),
          anythingMayHaveChanged: tell('anythingMayHaveChanged'),
          lost: tell('lost'),
        });
        this.#at(redis).subscriptions.push(subscription);
        return undefined;
      }
      case 'openMirror':
        this.#openMirror(this.#at(redis), order.prefix);
        return undefined;
      case 'reportMirror':
        return this.#at(redis).mirror?.report(order.keys, order.names);
      case 'muteMirror':
        this.#at(redis).mirror?.mute(order.isMuted);
        return undefined;
      case 'close':
        await this.#close(redis);
        return undefined;
    }
  }

  async closeAll(): Promise<void> {
    await Promise.all([...this.#opened.keys()].map((number) => this.#close(number)));
  }

  async #close(number: number): Promise<void> {
    const { mirror, redis, subscriptions } = this.#at(number);
    this.#opened.delete(number);
    mirror?.close();
    for (const subscription of subscriptions) subscription.close();
    await redis.close();
  }

  #openMirror(opened: OpenedRedis, prefix: string): void {
    const { changeFeed, commands } = opened.redis;
    const clock = createHostClock(this.#host);
    const timers = createScriptTimers(this.#host.thread());
    opened.mirror = new MirroredSets({ changeFeed, commands, clock, timers }, prefix);
  }

  #at(number: number) {
    const opened = this.#opened.get(number);
    if (opened === undefined) throw new Error(`Redis ${number} is not open`);
    return opened;
  }

  #open(text: string): RedisAccess {
    const parsed = parseRedisUrl(text);
    if (!parsed.ok) throw new Error(parsed.problem);
    const host = this.#host;
    const logger = createLogger(host.logger(), () => 'info');
    return createLettuceRedis({
      isRetried: true,
      url: parsed.url,
      certificates: [],
      commandTimeoutMs: COMMAND_TIMEOUT_MS,
      timers: createScriptTimers(host.thread()),
      ...{ host, logger },
    });
  }
}

function block(ms: number): void {
  const endMs = Date.now() + ms;
  while (Date.now() < endMs);
}
