import type { Blocklists } from '../../../shared/feature-control/blocked-features.ts';
import type { BlocklistStore } from '../../../shared/feature-control/blocklist-store.ts';
import { NO_SCOPE } from '../../../shared/feature-control/player-scope.ts';
import { Subscriptions } from '../../../shared/feature-control/subscriptions.ts';
import { createAllMethods, NO_OBSERVER } from '../../support/fakes/create-all-methods.ts';
import { createDispatcher } from '../../support/fakes/create-dispatcher.ts';
import { ManualTime } from '../../support/fakes/manual-time.ts';
import { blocklistsOf } from '../../support/fakes/memory-blocklist-store.ts';
import { RecordingConnection } from '../../support/fakes/recording-connection.ts';

/** Lists that the test edits. */
class EditedLists implements BlocklistStore {
  readonly global = new Set<string>();
  readonly personal = new Map<string, Set<string>>();
  /** Whether the lists were never read. */
  isUnknown = false;
  lookUps = 0;

  lookUp(client: string): Blocklists | undefined {
    this.lookUps += 1;
    if (this.isUnknown) return undefined;
    return blocklistsOf(this.global, this.personal.get(client));
  }
}

export type Named = Readonly<Record<string, readonly string[]>>;

/** Subscriptions of players that always get a permit. */
export function startSubscriptions() {
  const time = new ManualTime();
  const lists = new EditedLists();
  const subscriptions = new Subscriptions({
    clock: time,
    timers: time,
    blocklists: () => lists,
    scopeOf: () => NO_SCOPE,
    observer: NO_OBSERVER,
  });
  const methods = createAllMethods(time, { blocklists: lists, subscriptions });
  const dispatcher = createDispatcher({ methods, timers: time });
  const answer = async (player: string, connection: RecordingConnection, named: Named) => {
    const listed = Object.entries(named).map(([client, features]) => ({ client, features }));
    const request = { id: '1', method: 'subscribe', payload: { subscriptions: listed } };
    const text = await dispatcher.dispatch(JSON.stringify(request), player, () => connection);
    return JSON.parse(text) as { ok: boolean; error?: string; message?: string; payload?: unknown };
  };
  const edit = (list: string | undefined, change: (features: Set<string>) => unknown): void => {
    let features = list === undefined ? lists.global : lists.personal.get(list);
    features ??= new Set();
    if (list !== undefined) lists.personal.set(list, features);
    change(features);
    subscriptions.anythingChanged();
  };
  return {
    time,
    lists,
    subscriptions,
    answer,
    edit,
    /** Changes a list, and waits for the resulting messages. */
    editAndWait: (list: string | undefined, change: (features: Set<string>) => unknown): void => {
      edit(list, change);
      time.advance(150);
    },
    /** Waits for updates. */
    settle: async (): Promise<void> => {
      for (let turn = 0; turn < 10; turn += 1) {
        time.advance(50);
        await new Promise(setImmediate);
      }
    },
    /** Subscribes a player on a new connection. */
    join: async (player: string, named: Named) => {
      const connection = new RecordingConnection();
      await answer(player, connection, named);
      return connection;
    },
  };
}
