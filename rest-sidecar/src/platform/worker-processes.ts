import cluster from 'node:cluster';
import type { Worker } from 'node:cluster';
import { once } from 'node:events';
import type { Logger } from '../../../shared/logger.ts';
import { isWorkerMessage, WORKER_NUMBER } from './worker-peers.ts';
import type { WorkerMessage } from './worker-peers.ts';

/** A worker that exited by itself is started again after this many milliseconds. */
const RESTART_MS = 1000;

/** Runs the same program in several processes behind one port, from one that does nothing else. */
export class WorkerProcesses {
  readonly #logger: Logger;
  readonly #workers = new Map<number, Worker>();
  #isStopping = false;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /**
   * @returns the port that they share, when all of them listen on it
   * @throws when one exits before it does; it has logged why, and all have exited
   */
  async start(count: number): Promise<number> {
    const numbers = Array.from({ length: count }, (_, index) => index + 1);
    try {
      const ports = await Promise.all(numbers.map(async (number) => await this.#startFirst(number)));
      return ports[0] ?? 0;
    } catch (error) {
      // Those that are still about to start would lose their channel, and fail with many lines.
      await this.#endAll((worker) => worker.process.kill('SIGKILL'));
      throw error;
    }
  }

  /** @returns when all of them have exited */
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
      worker.once('exit', () => {
        reject(new Error(`worker ${number} did not start`));
      });
    });
  }

  /** @param listens is called when the worker listens; given at the first start, which is not tried again */
  #fork(number: number, listens?: (port: number) => void): Worker {
    const worker = cluster.fork({ [WORKER_NUMBER]: String(number) });
    let restarts = listens === undefined;
    this.#workers.set(number, worker);
    worker.on('message', (message: unknown) => {
      if (!isWorkerMessage(message)) return;
      this.#passOn(message);
      if (message.kind !== 'listening') return;
      restarts = true;
      listens?.(message.port);
    });
    worker.once('exit', (code, signal) => {
      this.#workers.delete(number);
      if (this.#isStopping || !restarts) return;
      this.#logger.error(`Worker ${number} exited (${signal || code}), restarting`);
      setTimeout(() => {
        if (!this.#isStopping) this.#fork(number);
      }, RESTART_MS);
    });
    return worker;
  }

  #passOn(message: WorkerMessage): void {
    if (message.kind === 'question') {
      const question = { ...message, count: this.#workers.size };
      for (const worker of this.#workers.values()) send(worker, question);
    }
    if (message.kind === 'answer') {
      const asking = this.#workers.get(message.to);
      if (asking !== undefined) send(asking, message);
    }
  }
}

/** A worker that exits meanwhile does not receive it, which is no error. */
function send(worker: Worker, message: WorkerMessage): void {
  worker.send(message, () => undefined);
}
