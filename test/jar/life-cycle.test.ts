import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import { startServerStore, type ServerStore } from '../support/redis/redis-stores.ts';
import type { StandInPlayer } from '../velocity-stand-in/stand-in-player.ts';
import type { StandIn } from '../velocity-stand-in/stand-in.ts';
import { check } from './ask.ts';
import { PATIENCE, START_TIMEOUT_MS, startProxy } from './start-proxy.ts';

const RELOADS = 6;
/**
 * The heap growth allowed for the JVM and for the engine's profiles of the code. Leaking one service with its
 * connections 6 times would need far more.
 */
const MAX_HEAP_GROWTH_BYTES = 2 * 1024 * 1024;
const COLLECTIONS = 4;
/** The names of threads of the plugin and its libraries. */
const OURS = /lettuce|feature-control|Truffle|Polyglot/i;

let store: ServerStore;
let proxy: StandIn;

beforeAll(async () => {
  store = await startServerStore({ persistent: false });
  proxy = await startProxy({ redisUrl: store.url });
}, START_TIMEOUT_MS);

afterAll(async () => {
  await proxy.stop();
  await store.stop();
});

/**
 * Returns the smallest heap after some garbage collections, in bytes. The heap after a single collection
 * varies by up to 3 MiB, as references are processed after it.
 */
const smallestHeap = async (): Promise<number> => {
  let smallest = Infinity;
  for (let collection = 0; collection < COLLECTIONS; collection += 1) {
    smallest = Math.min(smallest, (await proxy.usage()).heapBytes);
    await delay(200);
  }
  return smallest;
};

const expectServed = async (): Promise<void> => {
  const player = await proxy.join({ connected: true });
  expect(await check(player, 'my-mod', ['fly'])).toMatchObject({ ok: true });
  await player.disconnect();
};

/** Returns the number of connections to Redis, including that of the test. */
const connections = async (): Promise<number> =>
  String(await store.admin.client('LIST'))
    .trim()
    .split('\n').length;

/** Returns the names of the plugin's threads, without the running numbers. */
const threads = async (): Promise<string[]> => {
  return (await proxy.threads()).filter((name) => OURS.test(name)).map((name) => name.replace(/\d+/g, 'n'));
};

describe('/featurecontrol reload', () => {
  let admin: StandInPlayer;

  const reload = async (): Promise<void> => {
    await proxy.runCommand('featurecontrol reload', admin);
    const reply = await eventually(() => admin.chat[0], { ...PATIENCE, what: 'the reply' });
    admin.chat.length = 0;
    expect(reply).toBe('The settings are applied.');
    await expectServed();
  };

  const whatIsHeld = async () => ({ threads: await threads(), connections: await connections() });

  /** The previous service stops some time after the reply. */
  const expectHeld = async (expected: object): Promise<void> => {
    await eventually(
      async () => {
        expect(await whatIsHeld()).toEqual(expected);
        return true;
      },
      { ...PATIENCE, everyMs: 100, what: 'threads and connections of the previous service to end' },
    );
  };

  it(`leaves the same threads, connections and heap after ${RELOADS} times`, async () => {
    admin = await proxy.join({ connected: true });
    await admin.permit('featurecontrol.command.reload');
    const before = await whatIsHeld();
    await reload();
    await expectHeld(before);
    const heapBytes = await smallestHeap();
    for (let time = 0; time < RELOADS; time += 1) await reload();
    await expectHeld(before);
    expect((await smallestHeap()) - heapBytes).toBeLessThan(MAX_HEAP_GROWTH_BYTES);
  }, 300_000);
});

describe('a stop', () => {
  it('ends all threads and connections of the plugin', async () => {
    await proxy.stopPlugins();
    await expectNothingLeft();
  }, 60_000);

  it.each([
    ['before the engine is loaded', undefined],
    ['when it is connected to Redis', 'Connected to Redis'],
  ])(
    'also ends them %s',
    async (_, stage) => {
      await startAndStop(stage);
    },
    START_TIMEOUT_MS,
  );

  async function startAndStop(stage: string | undefined): Promise<void> {
    const logged = () => proxy.log.filter((line) => stage !== undefined && line.includes(stage)).length;
    const before = logged();
    await proxy.startPlugins();
    if (stage !== undefined) await eventually(() => logged() > before, { ...PATIENCE, what: stage });
    await proxy.stopPlugins();
    await expectNothingLeft();
  }

  async function expectNothingLeft(): Promise<void> {
    await eventually(
      async () => {
        expect(await threads()).toEqual([]);
        expect(await connections()).toBe(1);
        return true;
      },
      { ...PATIENCE, everyMs: 100, what: 'threads and connections to end' },
    );
  }
});
