import { setTimeout as delay } from 'node:timers/promises';
import type { Store } from '../faults/matrix/store.ts';
import { ERRORS, WRITES } from '../support/faults/fault.ts';
import type { Fault } from '../support/faults/fault.ts';
import { FEATURES, LISTS } from '../support/model/model.ts';
import type { Model } from '../support/model/model.ts';
import type { Random } from '../support/random.ts';

const EDIT_EVERY_MS = [50, 600] as const;
const QUIET_MS = [4000, 9000] as const;
const FAULT_MS = [300, 3000] as const;

/** Faults between the programs and Redis. */
const CONNECTION_FAULTS: readonly [Fault, ...Fault[]] = [
  { kind: 'black-hole' },
  { kind: 'black-hole', only: 'change feeds' },
  { kind: 'delay', ms: 200 },
  { kind: 'reset' },
  { kind: 'error', error: ERRORS.LOADING },
  { kind: 'error', error: ERRORS.READONLY, commands: WRITES },
];

/** The edits and faults during a soak test. */
export interface Events {
  readonly edits: number;
  readonly faults: number;
  /** Stops both. Resolves when the current edit and the current fault have ended. */
  stop(): Promise<void>;
}

/** Starts random edits and random faults, and records them in the model. */
export function startEvents(store: Store, model: Model, random: Random): Events {
  const counts = { edits: 0, faults: 0 };
  const stopping = new AbortController();
  const repeat = async (everyMs: readonly [number, number], act: () => Promise<void>): Promise<void> => {
    for (;;) {
      await delay(random.between(...everyMs));
      if (stopping.signal.aborted) return;
      await act();
    }
  };
  const editing = repeat(EDIT_EVERY_MS, async () => {
    await edit(store, model, random);
    counts.edits++;
  });
  const breaking = repeat(QUIET_MS, async () => {
    const end = model.outages.begin();
    await causeFault(store, random);
    end();
    counts.faults++;
  });
  return {
    get edits() {
      return counts.edits;
    },
    get faults() {
      return counts.faults;
    },
    async stop() {
      stopping.abort();
      await Promise.all([editing, breaking]);
    },
  };
}

/** Makes one edit. If Redis is unreachable, the edit is delayed until it is back. */
async function edit({ admin, keys }: Store, model: Model, random: Random): Promise<void> {
  if (random.chance(0.5)) {
    const name = String(random.next());
    const done = model.name.change(name);
    await admin.set(keys.serverOf('lobby'), JSON.stringify({ displayName: name }));
    done();
  } else await model.toggle(admin, keys, random.pick(LISTS), random.pick(FEATURES));
}

async function causeFault({ faults, redis }: Store, random: Random): Promise<void> {
  const durationMs = random.between(...FAULT_MS);
  const kind = random.pick(['killed', 'paused', 'connection', 'connection'] as const);
  if (kind === 'killed') await redis.kill();
  else if (kind === 'paused') redis.pause();
  else await faults.set(random.pick(CONNECTION_FAULTS));
  await delay(durationMs);
  if (kind === 'killed') await redis.restart();
  else if (kind === 'paused') redis.resume();
  else await faults.set({ kind: 'none' });
}
