import type { Logger } from '../../../../shared/logger.ts';
import { explainFailure } from '../../../../shared/redis/url/connection-failure.ts';
import { describeNode } from '../../../../shared/redis/url/redis-node.ts';
import type { RedisNode } from '../../../../shared/redis/url/redis-node.ts';
import { describeNodes } from '../../../../shared/redis/url/redis-url.ts';
import type { RedisUrl } from '../../../../shared/redis/url/redis-url.ts';
import { RIGHT_URL } from '../../../../shared/redis/url/topology.ts';
import { JavaException } from '../java-interop.ts';

/**
 * Logs each loss of Redis and each reconnection once. Fulfils `attempted` when the first attempt to connect
 * has ended, or was abandoned.
 */
export class ConnectionLog {
  readonly #logger: Logger;
  readonly #url: RedisUrl;
  readonly #address: string;
  readonly #isRetried: boolean;
  #state: 'connecting' | 'up' | 'down' = 'connecting';
  #wasUp = false;
  /** The reason of the last warning. */
  #reason = '';
  #markAttempted: () => void = () => undefined;
  /** Fulfilled when the first attempt to connect has succeeded, failed, or was abandoned. */
  readonly attempted = new Promise<void>((resolve) => {
    this.#markAttempted = resolve;
  });

  /**
   * @param isRetried whether a failed first attempt is retried: true at the start, false at a reload
   */
  constructor(logger: Logger, url: RedisUrl, isRetried: boolean) {
    this.#logger = logger;
    this.#url = url;
    this.#address = describeNodes(url);
    this.#isRetried = isRetried;
  }

  up(): void {
    if (this.#state === 'up') return;
    this.#logger.info(`${this.#wasUp ? 'Reconnected' : 'Connected'} to Redis at ${this.#address}`);
    this.#state = 'up';
    this.#wasUp = true;
    this.#markAttempted();
  }

  /** @param node the server that cannot be used; undefined if only the text of the cause may name it */
  down(cause: unknown, node?: RedisNode): void {
    const messages = messagesOf(cause);
    const server = node ?? serverIn(messages.join('\n'));
    const reason = explainFailure(messages.at(-1) ?? '', this.#url, server);
    // That a server of another topology has replaced a lost one is logged, too.
    if (this.#state === 'down' && (!reason.includes(RIGHT_URL) || reason === this.#reason)) return;
    this.#state = 'down';
    this.#reason = reason;
    const next = this.#wasUp || this.#isRetried ? ', reconnecting' : '';
    this.#logger.warn(`Redis at ${this.#address} is unreachable${next}: ${reason}`);
    this.#logger.debug(`Redis at ${this.#address} is unreachable: ${messages.join(': ')}`);
    this.#markAttempted();
  }

  /** Must be called when the connections are closed: no attempt is reported afterwards. */
  closed(): void {
    this.#markAttempted();
  }

  /** Logs that a server answers, but does not report changes. */
  trackingRefused(cause: unknown, node: RedisNode): void {
    const reason = messagesOf(cause).at(-1) ?? '';
    this.#logger.warn(`Changes in Redis at ${describeNode(node)} are not reported: ${reason}`);
  }
}

/** Returns the message of the cause, and those of its own causes. */
function messagesOf(cause: unknown): readonly string[] {
  if (cause instanceof JavaException) return cause.messages;
  return [cause instanceof Error ? cause.message : String(cause)];
}

/** Returns the server that netty names in a line, as `name/address:port` or `/address:port`. */
function serverIn(text: string): RedisNode | undefined {
  const words = text.split(/\s/).filter((word) => word.includes('/'));
  for (const word of words) {
    const [, name = '', address = '', port] = /^([\w.-]*)\/([\w.:]+):(\d{1,5})$/.exec(word) ?? [];
    if (port !== undefined) return { host: name === '' ? address : name, port: Number(port) };
  }
  return undefined;
}
