import type { TellSetNxPx } from '../../../../shared/redis/redis-commands.ts';

/** Keys that are to be set together, to one value and for one time. */
export interface SetNxPxBatch {
  readonly value: string;
  readonly ttlMs: number;
  readonly keys: string[];
  /** One for each of the keys. */
  readonly later: TellSetNxPx[];
}

/** A way to have Redis set them. Where it cannot, each of the batch is told so. */
export interface SetNxPxSender {
  send(batch: SetNxPxBatch): void;
}

/** Tells each of the batch. Who throws keeps none of the others from hearing; what was thrown last is thrown at the end. */
export function tellEach({ later }: SetNxPxBatch, tell: (later: TellSetNxPx, index: number) => void): void {
  let thrown: { readonly cause: unknown } | undefined;
  later.forEach((one, index) => {
    try {
      tell(one, index);
    } catch (cause) {
      thrown = { cause };
    }
  });
  if (thrown !== undefined) throw thrown.cause;
}

/** Tells each of the batch that there is no reply. */
export function failEach(batch: SetNxPxBatch, failure: Error): void {
  tellEach(batch, (later) => {
    later(failure);
  });
}
