import type { Caller } from '../protocol/method.ts';

/** Those who want to know what players are answered: other plugins of the proxy. */
export interface AnswerObserver {
  /** Whether there are any at present: looked at for each answer, so that one costs nothing without any. */
  readonly isObserved: boolean;
  /** @param blocklist those of the features that are blocked */
  answered(
    connect: Caller['connect'],
    client: string,
    features: readonly string[],
    blocklist: readonly string[],
  ): void;
}
