/** What one worker process may want to hear from all. */
export type Topic = 'figures' | 'readiness';

/** What worker processes and the one that started them tell each other. */
export type WorkerMessage =
  /** To a worker: stop. Signals reach all processes of a terminal at once, and would be heard twice. */
  | { readonly kind: 'stop' }
  /** From a worker: it listens on the public port. */
  | { readonly kind: 'listening'; readonly port: number }
  /** From a worker: it wants to hear from every worker. */
  | { readonly kind: 'want-all'; readonly id: number; readonly topic: Topic }
  /** To that worker: what those said that answered in time. */
  | { readonly kind: 'all'; readonly id: number; readonly answers: readonly unknown[] }
  /** To each worker: it is wanted to say something. */
  | { readonly kind: 'want'; readonly id: number; readonly topic: Topic }
  /** From each of them. */
  | { readonly kind: 'answer'; readonly id: number; readonly answer: unknown };

/** Both ends are the same program: what has a kind is one of ours. */
export function isWorkerMessage(message: unknown): message is WorkerMessage {
  return typeof message === 'object' && message !== null && 'kind' in message;
}
