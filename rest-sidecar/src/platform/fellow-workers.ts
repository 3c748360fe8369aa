import { isWorkerMessage } from './worker-messages.ts';
import type { WorkerMessage } from './worker-messages.ts';

/** Tells a worker process which of them it is: 1 for the first. */
export const WORKER_NUMBER = 'SIDECAR_WORKER_NUMBER';

/** In a worker process: the others behind the same port, reached through the process that started them. */
export class FellowWorkers {
  readonly number = Number(process.env[WORKER_NUMBER] ?? 1);
  readonly #wanted = new Map<number, (figures: readonly unknown[]) => void>();
  #latestId = 0;

  /** Tells figures to whoever wants those of all. @param figures of this process */
  tellFigures(figures: () => Promise<unknown>): void {
    process.on('message', (message) => {
      if (!isWorkerMessage(message)) return;
      if (message.kind === 'want-figures') {
        void figures().then((own) => {
          tell({ kind: 'figures', id: message.id, figures: own });
        });
      }
      if (message.kind === 'all-figures') this.#wanted.get(message.id)?.(message.figures);
    });
  }

  /** @returns what all of them tell, this one included; after three seconds at most without those that say nothing */
  async allFigures(): Promise<readonly unknown[]> {
    const id = ++this.#latestId;
    const figures = await new Promise<readonly unknown[]>((resolve) => {
      this.#wanted.set(id, resolve);
      tell({ kind: 'want-all-figures', id });
    });
    this.#wanted.delete(id);
    return figures;
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
