import type { RedisAccess } from '../../../plugin/src/blocklist-service.ts';
import { createHostClock, createScriptTimers } from '../../../plugin/src/jvm/host.ts';
import { createLettuceRedis } from '../../../plugin/src/jvm/lettuce/lettuce-redis.ts';
import { createLogger } from '../../../plugin/src/jvm/slf4j-logger.ts';
import type { Program } from '../../../plugin/src/main.ts';
import type { ScriptHost } from '../../../plugin/types/bridge.ts';
import type { Subscription } from '../../../shared/redis/changes/change-feed.ts';
import { RedisError } from '../../../shared/redis/redis-error.ts';
import { parseRedisUrl } from '../../../shared/redis/url/redis-url.ts';
import { readProcesses, setEach } from '../../contracts/ask-commands.ts';
import type { Call, Notice, RemoteCommand, ScriptMessage } from './calls.ts';

/** Large enough for the names of a large set. */
const MAX_PACKET_BYTES = 4_000_000;
const MAX_NESTING = 32;
/** Longer than the plugin's own, for a busy machine. */
const COMMAND_TIMEOUT_MS = 1500;

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
      const send = (message: ScriptMessage): void => {
        packet.answer(JSON.stringify(message));
      };
      const call = JSON.parse(text ?? '') as Call;
      void served.execute(call, send).then(
        (reply) => {
          send({ id: call.id, reply });
        },
        (cause: unknown) => {
          const reason = cause instanceof RedisError ? cause.reason : undefined;
          send({
            id: call.id,
            error: { message: cause instanceof Error ? cause.message : String(cause), reason },
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
}

class ServedRedis {
  readonly #host: ScriptHost;
  readonly #opened = new Map<number, OpenedRedis>();

  constructor(host: ScriptHost) {
    this.#host = host;
  }

  async execute({ id, redis, operation }: Call, send: (notice: Notice) => void): Promise<unknown> {
    if (operation.name === 'open') {
      const opened = this.#open(operation.url);
      this.#opened.set(redis, { redis: opened, subscriptions: [] });
      await opened.attempted;
      return undefined;
    }
    const { commands, changeFeed } = this.#at(redis).redis;
    switch (operation.name) {
      case 'command':
        return await (commands as AnyCommands)[operation.command](...operation.args);
      case 'setEach':
        return await setEach(commands, operation.keys, operation.value, operation.ttlMs);
      case 'readProcesses':
        return await readProcesses(commands, operation.keys);
      case 'subscribe': {
        const report =
          (event: Notice['event']) =>
          (keys: readonly string[] = []) => {
            send({ id, event, keys });
          };
        const subscription = changeFeed.subscribe(operation.prefixes, {
          keysChanged: report('keysChanged'),
          anythingMayHaveChanged: report('anythingMayHaveChanged'),
          lost: report('lost'),
        });
        this.#at(redis).subscriptions.push(subscription);
        return undefined;
      }
      case 'close':
        await this.#close(redis);
        return undefined;
    }
  }

  async closeAll(): Promise<void> {
    await Promise.all([...this.#opened.keys()].map((number) => this.#close(number)));
  }

  async #close(number: number): Promise<void> {
    const { redis, subscriptions } = this.#at(number);
    this.#opened.delete(number);
    for (const subscription of subscriptions) subscription.close();
    await redis.close();
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
      url: parsed.value,
      tls: { authorities: '', certificate: '', key: '' },
      natMap: new Map(),
      commandTimeoutMs: COMMAND_TIMEOUT_MS,
      clock: createHostClock(host),
      timers: createScriptTimers(host.thread()),
      host,
      logger,
    });
  }
}
