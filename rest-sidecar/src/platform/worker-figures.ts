import type { Worker } from 'node:cluster';
import { isWorkerMessage } from './worker-messages.ts';
import type { WorkerMessage } from './worker-messages.ts';

/** A worker that does not tell its figures within this many milliseconds is left out. */
const PATIENCE_MS = 3000;

/** In the process that started the workers: gathers the figures of all for the one that wants them. */
export class WorkerFigures {
  readonly #workers: ReadonlySet<Worker>;
  readonly #awaited = new Map<number, (figures: unknown) => void>();
  #latestId = 0;

  /** @param workers those that run, at any time */
  constructor(workers: ReadonlySet<Worker>) {
    this.#workers = workers;
  }

  /** Listens to one worker, for as long as it runs. */
  serve(worker: Worker): void {
    worker.on('message', (message: unknown) => {
      if (!isWorkerMessage(message)) return;
      if (message.kind === 'figures') this.#awaited.get(message.id)?.(message.figures);
      if (message.kind === 'want-all-figures') void this.#tellAll(worker, message.id);
    });
  }

  async #tellAll(asker: Worker, id: number): Promise<void> {
    const figures = await Promise.all([...this.#workers].map(async (worker) => await this.#ask(worker)));
    const told: WorkerMessage = {
      kind: 'all-figures',
      id,
      figures: figures.filter((one) => one !== undefined),
    };
    if (asker.isConnected()) asker.send(told, () => undefined);
  }

  /** @returns undefined where the worker says nothing, or is gone */
  async #ask(worker: Worker): Promise<unknown> {
    const id = ++this.#latestId;
    const figures = await new Promise((resolve) => {
      const timer = setTimeout(resolve, PATIENCE_MS);
      this.#awaited.set(id, (told) => {
        clearTimeout(timer);
        resolve(told);
      });
      if (worker.isConnected()) worker.send({ kind: 'want-figures', id }, () => undefined);
    });
    this.#awaited.delete(id);
    return figures;
  }
}
