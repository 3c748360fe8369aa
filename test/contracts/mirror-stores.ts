import { NodeTimers } from '../../node/node-timers.ts';
import { withTimeout } from '../../shared/with-timeout.ts';
import { eventually } from '../support/eventually.ts';
import { reachableServers, sendToEach, startServerStore } from '../support/redis/redis-stores.ts';
import type { RedisStore, StartStore } from '../support/redis/redis-stores.ts';

const timers = new NodeTimers();

/** The store that a mirror reads, as changed by other clients. */
export interface MirrorStore {
  /** Replaces a set in one step; deletes it if there are no members. */
  write(key: string, ...members: string[]): Promise<void>;
  /** Replaces the value by one of another type. */
  overwrite(key: string): Promise<void>;
  expire(key: string, milliseconds: number): Promise<void>;
  flush(): Promise<void>;
  /** Closes every connection of the programs, and awaits `beforeReconnect` before they reconnect. */
  cut(beforeReconnect: () => Promise<void>): Promise<void>;
  /** Restarts the serving process, with its data or without. */
  restart(options: { readonly empty: boolean }): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a real Redis, by default a single server. */
export async function startMirrorStore(
  start: StartStore = startServerStore,
): Promise<MirrorStore & { readonly url: string }> {
  const store = await start();
  return { ...overStore(store), url: store.url };
}

function overStore(store: RedisStore): MirrorStore {
  const { admin } = store;
  return {
    async write(key, ...members) {
      const transaction = admin.multi().del(key);
      if (members.length > 0) transaction.sadd(key, ...members);
      await transaction.exec();
    },
    async overwrite(key) {
      await admin.set(key, 'text');
    },
    async expire(key, milliseconds) {
      await admin.pexpire(key, milliseconds);
    },
    async flush() {
      await sendToEach(await store.masters(), 'FLUSHALL');
    },
    async cut(beforeReconnect) {
      const servers = await reachableServers(store.servers);
      for (const type of ['normal', 'pubsub']) await sendToEach(servers, 'CLIENT', 'KILL', 'TYPE', type);
      await beforeReconnect();
    },
    async restart(options) {
      for (const server of await store.masters()) await server.restart(options);
      // A cluster without its masters rejects all commands, and commands sent in between may never be
      // answered.
      const isBack = () =>
        withTimeout(admin.ping(), 1000, timers).then(
          () => true,
          () => false,
        );
      await eventually(isBack, { withinMs: 30_000, what: 'Redis to be back' });
    },
    stop: () => store.stop(),
  };
}
