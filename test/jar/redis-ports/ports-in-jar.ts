import { join } from 'node:path';
import type { ChangeListener } from '../../../shared/redis/changes/change-feed.ts';
import type { SetNxPxReply } from '../../../shared/redis/redis-commands.ts';
import { RedisError } from '../../../shared/redis/redis-error.ts';
import type { ProcessReading } from '../../contracts/ask-commands.ts';
import type { RedisCommandsUnderTest } from '../../contracts/redis-commands.contract.ts';
import { bundleIntoJar } from '../../support/jar/bundle-into-jar.ts';
import { makeTemporaryDirectory } from '../../support/processes/temporary-directory.ts';
import type { StandInPlayer } from '../../velocity-stand-in/stand-in-player.ts';
import { CHANNEL } from '../ask.ts';
import { startProxy } from '../start-proxy.ts';
import type { Operation, RemoteCommand, ScriptMessage } from './calls.ts';

/** High limits, so that no call is dropped. */
const CONFIG = '[guard]\npackets-per-second = 1000000\nbytes-per-second = 1000000000\n';

const COMMANDS = [
  'evaluate',
  'hsetPx',
  'time',
  'setNx',
  'zrevrange',
  'keysStartingWith',
] as const satisfies readonly RemoteCommand[];

interface PendingCall {
  readonly resolve: (reply: unknown) => void;
  readonly reject: (cause: Error) => void;
  readonly listener: ChangeListener | undefined;
}

/**
 * The plugin's adapters of the Redis ports, running in the built jar. They are called by packets, so that
 * contract tests in Node can use them.
 */
export class PortsInJar {
  readonly #player: StandInPlayer;
  readonly #calls = new Map<number, PendingCall>();
  #lastCall = 0;
  #lastRedis = 0;
  readonly stop: () => Promise<void>;

  private constructor(player: StandInPlayer, stop: () => Promise<void>) {
    this.#player = player;
    this.stop = stop;
    player.onMessage(({ bytes }) => {
      this.#handle(JSON.parse(bytes.toString('utf8')) as ScriptMessage);
    });
  }

  static async start(): Promise<PortsInJar> {
    const directory = makeTemporaryDirectory();
    const jar = await bundleIntoJar(join(__dirname, 'serving-script.ts'), directory.path);
    const proxy = await startProxy({ jars: [jar], config: CONFIG });
    return new PortsInJar(await proxy.join({ connected: true }), async () => {
      await proxy.stop();
      directory.remove();
    });
  }

  async connect(url: string): Promise<RedisCommandsUnderTest> {
    const redis = ++this.#lastRedis;
    await this.#call(redis, { name: 'open', url });
    const send =
      (command: RemoteCommand) =>
      (...args: readonly unknown[]) =>
        this.#call(redis, { name: 'command', command, args });
    return {
      commands: Object.fromEntries(
        COMMANDS.map((command) => [command, send(command)]),
      ) as unknown as RedisCommandsUnderTest['commands'],
      setEach: async (keys, value, ttlMs) =>
        (await this.#call(redis, { name: 'setEach', keys, value, ttlMs })) as readonly SetNxPxReply[],
      readProcesses: async (keys) =>
        (await this.#call(redis, { name: 'readProcesses', keys })) as ProcessReading,
      close: async () => {
        await this.#call(redis, { name: 'close' });
      },
    };
  }

  /** Subscribes on a connection of its own. @returns immediately, like every feed */
  subscribe(url: string, prefixes: readonly string[], listener: ChangeListener) {
    const redis = ++this.#lastRedis;
    const subscribed = this.#call(redis, { name: 'open', url }).then(() =>
      this.#call(redis, { name: 'subscribe', prefixes }, listener),
    );
    let closed: Promise<unknown> | undefined;
    return {
      close: async (): Promise<void> => {
        closed ??= subscribed.then(() => this.#call(redis, { name: 'close' }));
        await closed;
      },
    };
  }

  #call(redis: number, operation: Operation, listener?: ChangeListener): Promise<unknown> {
    const id = ++this.#lastCall;
    return new Promise((resolve, reject) => {
      this.#calls.set(id, { resolve, reject, listener });
      void this.#player.send(CHANNEL, JSON.stringify({ id, redis, operation }));
    });
  }

  #handle(message: ScriptMessage): void {
    const call = this.#calls.get(message.id);
    if (call === undefined) return;
    if ('event' in message) call.listener?.[message.event](message.keys);
    else if ('error' in message) call.reject(toError(message.error));
    else call.resolve(message.reply);
    if (call.listener === undefined) this.#calls.delete(message.id);
  }
}

function toError({ message, reason }: { message: string; reason: RedisError['reason'] | undefined }): Error {
  return reason === undefined ? new Error(message) : new RedisError(reason, message);
}
