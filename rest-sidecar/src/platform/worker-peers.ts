/** What one worker process may ask all of them. */
export type Topic = 'figures' | 'readiness';

/** Between worker processes and the primary, which started them and passes on what they send each other. */
export type WorkerMessage =
  /** To a worker: stop. Signals reach all processes of a terminal at once, and would be handled twice. */
  | { readonly kind: 'stop' }
  /** From a worker: it listens on the public port. */
  | { readonly kind: 'listening'; readonly port: number }
  /** From a worker to all of them; the primary adds how many they are. */
  | {
      readonly kind: 'question';
      readonly id: string;
      readonly topic: Topic;
      readonly from: number;
      readonly count?: number | undefined;
    }
  /** From each of them to the one that asks. */
  | {
      readonly kind: 'answer';
      readonly id: string;
      readonly to: number;
      readonly count?: number | undefined;
      readonly answer: unknown;
    };

/** Both ends are the same program: what has a kind is one of ours. */
export function isWorkerMessage(message: unknown): message is WorkerMessage {
  return typeof message === 'object' && message !== null && 'kind' in message;
}

/** Gives a worker process its number: 1 for the first. */
export const WORKER_NUMBER = 'SIDECAR_WORKER_NUMBER';

/** A worker that does not answer within this many milliseconds is ignored. */
const PATIENCE_MS = 3000;

/** In a worker process: the others behind the same port. */
export class WorkerPeers {
  readonly number = Number(process.env[WORKER_NUMBER] ?? 1);
  readonly #gathering = new Map<string, (answer: unknown, count: number | undefined) => void>();
  #questions = 0;

  /** Answers the questions of all, and makes `askAll()` ready. @param answers of this process */
  answer(answers: Readonly<Record<Topic, () => Promise<unknown>>>): void {
    onMessage((message) => {
      if (message.kind === 'question') {
        const { id, topic, from: to, count } = message;
        void answers[topic]().then((answer) => {
          send({ kind: 'answer', id, to, count, answer });
        });
      }
      if (message.kind === 'answer') this.#gathering.get(message.id)?.(message.answer, message.count);
    });
  }

  /**
   * @returns the answers of all, this one included; after three seconds at most, of those that have answered
   */
  async askAll(topic: Topic): Promise<readonly unknown[]> {
    const id = `${process.pid}-${++this.#questions}`;
    const answers: unknown[] = [];
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, PATIENCE_MS);
      this.#gathering.set(id, (answer, count) => {
        answers.push(answer);
        if (answers.length !== count) return;
        clearTimeout(timer);
        resolve();
      });
      send({ kind: 'question', id, topic, from: this.number });
    });
    this.#gathering.delete(id);
    return answers;
  }

  /** Reports to the primary that this process listens. */
  reportListening(port: number): void {
    send({ kind: 'listening', port });
  }

  /** Calls `stop` when the primary stops this process, and when the primary is gone. */
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
