import type { Worker } from 'node:cluster';
import { isWorkerMessage } from './worker-messages.ts';
import type { Topic, WorkerMessage } from './worker-messages.ts';

/** A worker that does not answer within this many milliseconds is left out. */
const PATIENCE_MS = 3000;

type Question = Extract<WorkerMessage, { readonly kind: 'want-all' }>;

/** In the process that started the workers: gathers the answers of all for the one that wants them. */
export class WorkerAnswers {
  readonly #workers: ReadonlySet<Worker>;
  readonly #awaited = new Map<number, (answer: unknown) => void>();
  #latestId = 0;

  /** @param workers those that run, at any time */
  constructor(workers: ReadonlySet<Worker>) {
    this.#workers = workers;
  }

  /** Listens to one worker, for as long as it runs. */
  serve(worker: Worker): void {
    worker.on('message', (message: unknown) => {
      if (!isWorkerMessage(message)) return;
      if (message.kind === 'answer') this.#awaited.get(message.id)?.(message.answer);
      if (message.kind === 'want-all') void this.#tellAll(worker, message);
    });
  }

  async #tellAll(asker: Worker, { id, topic }: Question): Promise<void> {
    const asked = [...this.#workers].map(async (worker) => await this.#ask(worker, topic));
    const answers = (await Promise.all(asked)).filter((answer) => answer !== undefined);
    const told: WorkerMessage = { kind: 'all', id, answers };
    if (asker.isConnected()) asker.send(told, () => undefined);
  }

  /** @returns undefined where the worker says nothing, or is gone */
  async #ask(worker: Worker, topic: Topic): Promise<unknown> {
    const id = ++this.#latestId;
    const answer = await new Promise((resolve) => {
      const timer = setTimeout(resolve, PATIENCE_MS);
      this.#awaited.set(id, (told) => {
        clearTimeout(timer);
        resolve(told);
      });
      const question: WorkerMessage = { kind: 'want', id, topic };
      if (worker.isConnected()) worker.send(question, () => undefined);
    });
    this.#awaited.delete(id);
    return answer;
  }
}
