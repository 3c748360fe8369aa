/** What worker processes and the one that started them tell each other. */
export type WorkerMessage =
  /** To a worker: stop. Signals reach all processes of a terminal at once, and would be heard twice. */
  | { readonly kind: 'stop' }
  /** From a worker: it listens on the public port. */
  | { readonly kind: 'listening'; readonly port: number }
  /** From a worker: every worker's figures are wanted. */
  | { readonly kind: 'want-all-figures'; readonly id: number }
  /** To that worker: the figures of those that answered in time. */
  | { readonly kind: 'all-figures'; readonly id: number; readonly figures: readonly unknown[] }
  /** To each worker: its figures are wanted. */
  | { readonly kind: 'want-figures'; readonly id: number }
  /** From each of them. */
  | { readonly kind: 'figures'; readonly id: number; readonly figures: unknown };

/** Both ends are the same program: what has a kind is one of ours. */
export function isWorkerMessage(message: unknown): message is WorkerMessage {
  return typeof message === 'object' && message !== null && 'kind' in message;
}
