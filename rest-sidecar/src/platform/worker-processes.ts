import cluster from 'node:cluster';
import type { Worker } from 'node:cluster';
import type { Logger } from '../../../shared/logger.ts';

/** Tells a worker process which of them it is: 1 for the first. */
export const WORKER_NUMBER = 'SIDECAR_WORKER_NUMBER';

/** What a worker is told when it is to stop. Signals reach all processes of a terminal at once, and would be heard twice. */
const STOP = 'stop';

/** A worker that ended by itself is started again after this many milliseconds. */
const RESTART_MS = 1000;

/** Runs the same program in several processes behind one port, from one that does nothing else. */
export class WorkerProcesses {
  readonly #logger: Logger;
  readonly #workers = new Set<Worker>();
  #isStopping = false;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /**
   * @param isPublic whether a port that one of them listens on is the one that they share
   * @returns that port, when all of them listen on it
   * @throws when one ends before it does; it has said why
   */
  async start(count: number, isPublic: (port: number) => boolean): Promise<number> {
    const numbers = Array.from({ length: count }, (_, index) => index + 1);
    const ports = await Promise.all(numbers.map(async (number) => await this.#startFirst(number, isPublic)));
    return ports[0] ?? 0;
  }

  /** @returns when all of them have ended */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.all([...this.#workers].map(stopWorker));
  }

  async #startFirst(number: number, isPublic: (port: number) => boolean): Promise<number> {
    const worker = this.#fork(number);
    return await new Promise((resolve, reject) => {
      worker.on('listening', ({ port }) => {
        if (isPublic(port)) resolve(port);
      });
      worker.once('exit', () => {
        reject(new Error(`worker ${number} did not start`));
      });
    });
  }

  #fork(number: number): Worker {
    const worker = cluster.fork({ [WORKER_NUMBER]: String(number) });
    let hasListened = false;
    worker.once('listening', () => (hasListened = true));
    this.#workers.add(worker);
    worker.once('exit', (code, signal) => {
      this.#workers.delete(worker);
      if (this.#isStopping || !hasListened) return;
      this.#logger.error(`Worker ${number} ended (${signal || code}), and is started again`);
      setTimeout(() => {
        if (!this.#isStopping) this.#fork(number);
      }, RESTART_MS);
    });
    return worker;
  }
}

async function stopWorker(worker: Worker): Promise<void> {
  await new Promise<void>((resolve) => {
    worker.once('exit', () => {
      resolve();
    });
    if (worker.isConnected()) worker.send(STOP);
    else worker.process.kill();
  });
}

/** In a worker: calls `stop` when it is told to, and when the process that started it is gone. */
export function onStopFromPrimary(stop: () => void): void {
  process.on('message', (message) => {
    if (message === STOP) stop();
  });
  process.on('disconnect', stop);
}
