import { expect, it } from '@jest/globals';
import { RecordingConnection } from '../../support/fakes/recording-connection.ts';
import { newSeed, Random } from '../../support/random.ts';
import { startSubscriptions } from './subscriptions-under-test.ts';
import type { Named } from './subscriptions-under-test.ts';

const FEATURES = ['a', 'b', 'c', 'd', 'e', 'f'] as const;
const CLIENTS = ['one', 'two', 'three'] as const;
const PLAYERS = ['p', 'q', 'r', 's'] as const;
const SEED = newSeed();

interface Message {
  readonly revision: number;
  readonly subscriptions: readonly Change[];
}
interface Change {
  readonly client: string;
  readonly blocked?: readonly string[];
  readonly unblocked?: readonly string[];
  readonly blocklist: readonly string[];
}

/** A mod's model of its messages: it tracks what is blocked, and asserts that no message is missing. */
class ModelClient {
  readonly connection = new RecordingConnection();
  readonly wanted = new Map<string, readonly string[]>();
  readonly #known = new Map<string, readonly string[]>();
  #revision = 0;

  read(): void {
    for (const event of this.connection.take()) this.take((event as { payload: Message }).payload);
  }

  take({ revision, subscriptions }: Message): void {
    expect(revision).toBe(this.#revision + 1);
    this.#revision = revision;
    for (const { client, blocked, unblocked, blocklist } of subscriptions) {
      const before = this.#known.get(client) ?? [];
      const changed = [...before.filter((name) => !unblocked?.includes(name)), ...(blocked ?? [])];
      if (blocked !== undefined) expect([...changed].sort()).toEqual([...blocklist].sort());
      this.#known.set(client, blocklist);
    }
  }

  knownOf(client: string): readonly string[] {
    return this.#known.get(client) ?? [];
  }
}

type Started = ReturnType<typeof startSubscriptions>;

async function act(random: Random, started: Started, players: Map<string, ModelClient>): Promise<void> {
  const { edit, time, subscriptions, answer } = started;
  const player = random.pick(PLAYERS);
  const model = players.get(player) ?? new ModelClient();
  const kind = random.below(6);
  if (kind < 2) {
    const [first] = random.list(1, () => random.pick(FEATURES));
    const feature = first ?? 'a';
    const list = random.chance(0.5) ? undefined : random.pick(CLIENTS);
    edit(list, (features) => features.delete(feature) || features.add(feature));
  }
  if (kind === 2) time.advance(random.below(70));
  if (kind === 3 || kind === 4) {
    players.set(player, model);
    const features = () => [...new Set(random.list(5, () => random.pick(FEATURES)))];
    const named: Named = Object.fromEntries(
      random.list(3, () => [random.pick(CLIENTS), features()] as const),
    );
    model.read();
    for (const [client, wanted] of Object.entries(named)) model.wanted.set(client, wanted);
    const { payload } = await answer(player, model.connection, named);
    model.take(payload as Message);
  }
  if (kind === 5 && random.chance(0.4)) {
    subscriptions.left(player, model.connection.identity);
    players.delete(player);
  }
  if (kind === 5 && random.chance(0.5)) {
    model.connection.isPlaying = !model.connection.isPlaying;
    // A configuration phase may also end without an arrival.
    if (model.connection.isPlaying && random.chance(0.5)) subscriptions.arrived(player);
  }
}

it('every client ends with the current blocklist, and misses no revision, for any order of events [G65]', async () => {
  for (let run = 0; run < 150; run += 1) {
    const random = new Random(SEED, run);
    const started = startSubscriptions();
    const players = new Map<string, ModelClient>();
    try {
      for (let step = 0; step < 60; step += 1) await act(random, started, players);
      for (const [player, { connection }] of players) {
        connection.isPlaying = true;
        if (random.chance(0.5)) started.subscriptions.arrived(player);
      }
      for (let turn = 0; turn < 15; turn += 1) {
        started.time.advance(100);
        await new Promise(setImmediate);
      }
      const { global, personal } = started.lists;
      for (const model of players.values()) {
        model.read();
        for (const [client, wanted] of model.wanted) {
          const blocked = wanted.filter(
            (name) => global.has(name) || personal.get(client)?.has(name) === true,
          );
          expect(model.knownOf(client)).toEqual(blocked);
        }
      }
      for (const [player, { connection }] of players) started.subscriptions.left(player, connection.identity);
      expect(started.subscriptions.players).toBe(0);
      expect(started.time.pendingTimers).toBe(0);
    } catch (cause) {
      throw new Error(`seed ${SEED}, run ${run}`, { cause });
    }
  }
});
