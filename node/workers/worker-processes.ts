import cluster from 'node:cluster';
import type { Worker } from 'node:cluster';
import { once } from 'node:events';
import type { Logger } from '../../shared/logger.ts';
import { isWorkerMessage, WORKER_NUMBER } from './worker-peers.ts';
import type { WorkerMessage } from './worker-peers.ts';

/** A worker that exited unexpectedly, or could not be started, is restarted after this many milliseconds. */
const RESTART_MS = 1000;

/**
 * Runs the same program in several worker processes that share one port. The primary process only manages
 * them.
 */
export class WorkerProcesses {
  readonly #logger: Logger;
  readonly #workers = new Map<number, Worker>();
  #isStopping = false;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /**
   * @returns the shared port, once all workers listen on it
   * @throws if a worker exits before it listens. That worker has logged the reason, and all workers have
   * exited.
   */
  async start(count: number): Promise<number> {
    const numbers = Array.from({ length: count }, (_, index) => index + 1);
    try {
      const ports = await Promise.all(numbers.map(async (number) => await this.#startFirst(number)));
      return ports[0] ?? 0;
    } catch (error) {
      // Workers that are still starting would lose their IPC channel, and fail with many log lines.
      await this.#endAll((worker) => worker.process.kill('SIGKILL'));
      throw error;
    }
  }

  /** @returns a promise that resolves when all workers have exited */
  async stop(): Promise<void> {
    await this.#endAll((worker) => {
      if (worker.isConnected()) send(worker, { kind: 'stop' });
      else worker.process.kill();
    });
  }

  async #endAll(end: (worker: Worker) => void): Promise<void> {
    this.#isStopping = true;
    const exits = [...this.#workers.values()].map(async (worker) => {
      const exited = once(worker, 'exit');
      end(worker);
      await exited;
    });
    await Promise.all(exits);
  }

  async #startFirst(number: number): Promise<number> {
    return await new Promise((resolve, reject) => {
      const worker = this.#fork(number, resolve);
      worker.once('error', reject);
      worker.once('exit', () => {
        reject(new Error(`worker ${number} did not start`));
      });
    });
  }

  /**
   * @param onListening called when the worker listens; given only at the first start, which is not retried
   */
  #fork(number: number, onListening?: (port: number) => void): Worker {
    const worker = cluster.fork({ [WORKER_NUMBER]: String(number) });
    let restarts = onListening === undefined;
    this.#workers.set(number, worker);
    worker.on('message', (message: unknown) => {
      if (!isWorkerMessage(message)) return;
      this.#forward(message);
      if (message.kind !== 'listening') return;
      restarts = true;
      onListening?.(message.port);
    });
    worker.once('exit', (code, signal) => {
      this.#workers.delete(number);
      if (this.#isStopping || !restarts) return;
      this.#logger.error(`Worker ${number} exited (${signal || code}), restarting`);
      this.#restartLater(number);
    });
    // A process that could not be created emits no `exit`. An error without a listener would end the primary.
    worker.on('error', (cause: Error) => {
      if (worker.process.pid !== undefined) return;
      this.#workers.delete(number);
      if (restarts) this.#restartAfter(number, cause);
    });
    return worker;
  }

  #restartLater(number: number): void {
    setTimeout(() => {
      if (this.#isStopping) return;
      try {
        this.#fork(number);
      } catch (cause) {
        this.#restartAfter(number, cause);
      }
    }, RESTART_MS);
  }

  /** @param cause why the process could not be created, such as a lack of memory or of file descriptors */
  #restartAfter(number: number, cause: unknown): void {
    if (this.#isStopping) return;
    const reason = cause instanceof Error ? cause.message : String(cause);
    this.#logger.error(`Worker ${number} cannot be started, retrying: ${reason}`);
    this.#restartLater(number);
  }

  #forward(message: WorkerMessage): void {
    if (message.kind === 'request') {
      const request = { ...message, count: this.#workers.size };
      for (const worker of this.#workers.values()) send(worker, request);
    }
    if (message.kind === 'reply') {
      const recipient = this.#workers.get(message.to);
      if (recipient !== undefined) send(recipient, message);
    }
  }
}

/** Sends a message. If the worker exits before it receives the message, that is not an error. */
function send(worker: Worker, message: WorkerMessage): void {
  worker.send(message, () => undefined);
}
