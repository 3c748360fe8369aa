import { isWorkerMessage } from './worker-messages.ts';
import type { Topic, WorkerMessage } from './worker-messages.ts';

/** Tells a worker process which of them it is: 1 for the first. */
export const WORKER_NUMBER = 'SIDECAR_WORKER_NUMBER';

/** In a worker process: the others behind the same port, reached through the process that started them. */
export class FellowWorkers {
  readonly number = Number(process.env[WORKER_NUMBER] ?? 1);
  readonly #wanted = new Map<number, (answers: readonly unknown[]) => void>();
  #latestId = 0;

  /** Answers whoever wants to hear from all. @param answers of this process */
  answer(answers: Readonly<Record<Topic, () => Promise<unknown>>>): void {
    process.on('message', (message) => {
      if (!isWorkerMessage(message)) return;
      if (message.kind === 'want') {
        void answers[message.topic]().then((answer) => {
          tell({ kind: 'answer', id: message.id, answer });
        });
      }
      if (message.kind === 'all') this.#wanted.get(message.id)?.(message.answers);
    });
  }

  /** @returns what all of them say, this one included; after three seconds at most without those that say nothing */
  async askAll(topic: Topic): Promise<readonly unknown[]> {
    const id = ++this.#latestId;
    const answers = await new Promise<readonly unknown[]>((resolve) => {
      this.#wanted.set(id, resolve);
      tell({ kind: 'want-all', id, topic });
    });
    this.#wanted.delete(id);
    return answers;
  }

  /** Tells the process that started this one that it listens. */
  tellListening(port: number): void {
    tell({ kind: 'listening', port });
  }

  /** Calls `stop` when this process is told to stop, and when the one that started it is gone. */
  onStop(stop: () => void): void {
    process.on('message', (message) => {
      if (isWorkerMessage(message) && message.kind === 'stop') stop();
    });
    process.on('disconnect', stop);
  }
}

function tell(message: WorkerMessage): void {
  process.send?.(message);
}
