import cluster from 'node:cluster';
import type { Worker } from 'node:cluster';
import { once } from 'node:events';
import type { Logger } from '../../../shared/logger.ts';
import { WORKER_NUMBER } from './fellow-workers.ts';
import { WorkerAnswers } from './worker-answers.ts';
import { isWorkerMessage } from './worker-messages.ts';
import type { WorkerMessage } from './worker-messages.ts';

/** A worker that ended by itself is started again after this many milliseconds. */
const RESTART_MS = 1000;

const STOP: WorkerMessage = { kind: 'stop' };

/** Runs the same program in several processes behind one port, from one that does nothing else. */
export class WorkerProcesses {
  readonly #logger: Logger;
  readonly #workers = new Set<Worker>();
  readonly #answers = new WorkerAnswers(this.#workers);
  #isStopping = false;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /**
   * @returns the port that they share, when all of them listen on it
   * @throws when one ends before it does; it has said why, and all have ended
   */
  async start(count: number): Promise<number> {
    const numbers = Array.from({ length: count }, (_, index) => index + 1);
    try {
      const ports = await Promise.all(numbers.map(async (number) => await this.#startFirst(number)));
      return ports[0] ?? 0;
    } catch (error) {
      await this.#giveUp();
      throw error;
    }
  }

  /** @returns when all of them have ended */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.all([...this.#workers].map(stopWorker));
  }

  /** Those that are still about to start would find nobody to talk to, and fail with many lines. */
  async #giveUp(): Promise<void> {
    this.#isStopping = true;
    await Promise.all([...this.#workers].map(killWorker));
  }

  async #startFirst(number: number): Promise<number> {
    return await new Promise((resolve, reject) => {
      const worker = this.#fork(number, resolve);
      worker.once('exit', () => {
        reject(new Error(`worker ${number} did not start`));
      });
    });
  }

  /** @param listens is called when the worker listens on the public port; given at the first start, which is not tried again */
  #fork(number: number, listens?: (port: number) => void): Worker {
    const worker = cluster.fork({ [WORKER_NUMBER]: String(number) });
    let isToRun = listens === undefined;
    this.#workers.add(worker);
    this.#answers.serve(worker);
    worker.on('message', (message: unknown) => {
      if (!isWorkerMessage(message) || message.kind !== 'listening') return;
      isToRun = true;
      listens?.(message.port);
    });
    worker.once('exit', (code, signal) => {
      this.#workers.delete(worker);
      if (this.#isStopping || !isToRun) return;
      this.#logger.error(`Worker ${number} exited (${signal || code}), restarting`);
      setTimeout(() => {
        if (!this.#isStopping) this.#fork(number);
      }, RESTART_MS);
    });
    return worker;
  }
}

async function stopWorker(worker: Worker): Promise<void> {
  const ended = once(worker, 'exit');
  if (worker.isConnected()) worker.send(STOP);
  else worker.process.kill();
  await ended;
}

async function killWorker(worker: Worker): Promise<void> {
  const ended = once(worker, 'exit');
  worker.process.kill('SIGKILL');
  await ended;
}
