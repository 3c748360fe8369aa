import type { Caller } from '../protocol/method.ts';

/** Receives the answers that players get, for other plugins of the proxy. */
export interface AnswerObserver {
  /**
   * Whether anybody observes at present. Checked for each answer, so that answers cost nothing extra without
   * observers.
   */
  readonly isObserved: boolean;
  /** @param blocklist the blocked ones of `features` */
  answered(
    connect: Caller['connect'],
    client: string,
    features: readonly string[],
    blocklist: readonly string[],
  ): void;
}
