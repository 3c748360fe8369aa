import type {
  ChangeFeed,
  ChangeListener,
  Subscription,
} from '../../../../shared/redis/changes/change-feed.ts';
import type { JavaList } from '../../../types/jdk.ts';
import type { PushListener, PushMessage, StatefulRedisConnection } from '../../../types/lettuce.ts';
import { createListener } from '../create-listener.ts';
import { LettuceConnection } from './lettuce-connection.ts';
import type { LettuceAccess, LettucePlace } from './lettuce-connection.ts';
import { toArray } from '../to-array.ts';
import { toPromise } from '../to-promise.ts';

/** Invalidation messages of client-side caching, by RESP3 pushes on a connection of its own, asked for again after every reconnection. */
export class LettuceChangeFeed implements ChangeFeed {
  readonly #access: LettuceAccess;
  readonly #place: LettucePlace;
  readonly #failed: (cause: unknown) => void;

  /** @param failed told why nothing can be heard, once for each loss */
  constructor(access: LettuceAccess, place: LettucePlace, failed: (cause: unknown) => void) {
    this.#access = access;
    this.#place = place;
    this.#failed = failed;
  }

  subscribe(prefixes: readonly string[], listener: ChangeListener): Subscription {
    let closed = false;
    let everUp = false;
    const connection = new LettuceConnection({
      ...this.#access,
      place: this.#place,
      prepare: (fresh) =>
        this.#track(fresh, prefixes, (keys) => {
          if (closed) return;
          if (keys === undefined) listener.anythingMayHaveChanged();
          else listener.keysChanged(keys);
        }),
      up: () => {
        everUp = true;
        listener.anythingMayHaveChanged();
      },
      down: (cause) => {
        this.#failed(cause);
        if (everUp) listener.lost();
      },
    });
    connection.open();
    return {
      close: () => {
        closed = true;
        connection.close();
      },
    };
  }

  /** @param changed told of keys, or of nothing where all keys are meant */
  async #track(
    connection: StatefulRedisConnection,
    prefixes: readonly string[],
    changed: (keys: readonly string[] | undefined) => void,
  ): Promise<void> {
    const onPush = (_method: string, _result: unknown, message: PushMessage): void => {
      if (message.getType() === 'invalidate') changed(keysOf(message));
    };
    // First the ear, then the question: an answer may come before the command's own.
    const listener = createListener(this.#access.host, 'io.lettuce.core.api.push.PushListener', null, onPush);
    connection.addListener(listener as PushListener);
    const args = Java.type('io.lettuce.core.TrackingArgs$Builder')
      .enabled()
      .bcast()
      .prefixes(...prefixes);
    await toPromise(connection.async().clientTracking(args), this.#access.host.thread());
  }
}

function keysOf(message: PushMessage): string[] | undefined {
  const { UTF8 } = Java.type('io.lettuce.core.codec.StringCodec');
  const keys = message.getContent((bytes) => UTF8.decodeKey(bytes)).get(1) as JavaList<string> | null;
  return keys === null ? undefined : toArray(keys);
}
