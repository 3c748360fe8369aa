/** The topics of requests that a worker process can send to all workers. */
export type Topic = 'figures' | 'readiness';

/**
 * Messages between the worker processes and the primary process, which starts the workers and forwards
 * messages between them.
 */
export type WorkerMessage =
  /**
   * To a worker: stop. A message instead of a signal, as the signals of a terminal reach all of its
   * processes, and workers would handle them twice.
   */
  | { readonly kind: 'stop' }
  /** From a worker: the worker listens on the public port. */
  | { readonly kind: 'listening'; readonly port: number }
  /** From a worker to all workers, itself included; the primary adds the number of workers. */
  | {
      readonly kind: 'request';
      readonly id: string;
      readonly topic: Topic;
      readonly from: number;
      readonly count?: number | undefined;
    }
  /** From each worker to the worker that sent the request. */
  | {
      readonly kind: 'reply';
      readonly id: string;
      readonly to: number;
      readonly count?: number | undefined;
      readonly reply: unknown;
    };

/** Both ends are the same program, so any message with a `kind` is a worker message. */
export function isWorkerMessage(message: unknown): message is WorkerMessage {
  return typeof message === 'object' && message !== null && 'kind' in message;
}

/** The environment variable with the number of a worker process: 1 for the first. */
export const WORKER_NUMBER = 'SIDECAR_WORKER_NUMBER';

/** Replies that take longer than this many milliseconds are ignored. */
const REPLY_TIMEOUT_MS = 3000;

/** Used in a worker process: communicates with the other workers behind the same port. */
export class WorkerPeers {
  readonly number = Number(process.env[WORKER_NUMBER] ?? 1);
  readonly #pending = new Map<string, (reply: unknown, count: number | undefined) => void>();
  #requests = 0;

  /**
   * Replies to the requests of all workers, and receives the replies for `requestFromAll()`.
   * @param handlers returns the reply of this process for each topic
   */
  handleRequests(handlers: Readonly<Record<Topic, () => Promise<unknown>>>): void {
    onMessage((message) => {
      if (message.kind === 'request') {
        const { id, topic, from: to, count } = message;
        void handlers[topic]().then((reply) => {
          send({ kind: 'reply', id, to, count, reply });
        });
      }
      if (message.kind === 'reply') this.#pending.get(message.id)?.(message.reply, message.count);
    });
  }

  /**
   * @returns the replies of all workers, including this one; after three seconds, the replies received so far
   */
  async requestFromAll(topic: Topic): Promise<readonly unknown[]> {
    const id = `${process.pid}-${++this.#requests}`;
    const replies: unknown[] = [];
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, REPLY_TIMEOUT_MS);
      this.#pending.set(id, (reply, count) => {
        replies.push(reply);
        if (replies.length !== count) return;
        clearTimeout(timer);
        resolve();
      });
      send({ kind: 'request', id, topic, from: this.number });
    });
    this.#pending.delete(id);
    return replies;
  }

  /** Reports to the primary that this process listens. */
  reportListening(port: number): void {
    send({ kind: 'listening', port });
  }

  /** Calls `stop` when the primary requests a stop, and when the primary has exited. */
  onStop(stop: () => void): void {
    onMessage(({ kind }) => {
      if (kind === 'stop') stop();
    });
    process.on('disconnect', stop);
  }
}

function onMessage(listener: (message: WorkerMessage) => void): void {
  process.on('message', (message) => {
    if (isWorkerMessage(message)) listener(message);
  });
}

function send(message: WorkerMessage): void {
  process.send?.(message);
}
