import { randomUUID } from 'node:crypto';
import { check } from '../../jar/ask.ts';
import { eventually } from '../../support/eventually.ts';
import { ask } from '../../support/http/http.ts';
import type { Network } from './network-under-test.ts';
import type { Outcome } from './row.ts';

/** Milliseconds until an edit was visible; Infinity if it was not in time. */
export interface SeenEdit {
  readonly inGameMs: number;
  readonly onTheWebMs: number;
}

type Edited = Pick<Network, 'admin' | 'keys' | 'proxy' | 'origin'>;

interface EditedInGame extends Pick<Edited, 'keys' | 'proxy'> {
  readonly admin: Pick<Edited['admin'], 'sadd' | 'srem'>;
}

const EVERY_MS = 20;

/** Makes one edit for mods and one for web clients, and reverts both when they are visible. */
export async function makeEdit(network: Edited, withinMs: number): Promise<SeenEdit> {
  const [inGameMs, onTheWebMs] = await Promise.all([
    timed(() => seeBlock(network, withinMs)),
    timed(() => seeServer(network, withinMs)),
  ]);
  return { inGameMs, onTheWebMs };
}

/** @param withinMs time in which an edit must be visible */
export function judgeEdits(edits: readonly SeenEdit[], withinMs: number): Outcome {
  const inGameMs = Math.max(...edits.map((edit) => edit.inGameMs));
  const onTheWebMs = Math.max(...edits.map((edit) => edit.onTheWebMs));
  const isSeen = Math.max(inGameMs, onTheWebMs) <= withinMs;
  return {
    load: [],
    seen: [
      `${edits.length} edits seen after at most ${inGameMs} ms in the game, ${onTheWebMs} ms on the web`,
    ],
    broken: isSeen ? [] : [`an edit was not seen within ${withinMs} ms`],
  };
}

/**
 * Blocks a feature, and waits until mods receive it.
 * @throws if they do not in time
 */
export async function seeBlock({ admin, keys, proxy }: EditedInGame, withinMs: number): Promise<void> {
  const feature = `edited-${randomUUID()}`;
  await admin.sadd(keys.blocklistGlobal, feature);
  const isBlocked = async (): Promise<boolean> => {
    // A new player has a permit.
    const player = await proxy.join({ connected: true });
    const { payload } = await check(player, 'my-mod', [feature]);
    await player.disconnect();
    return payload?.blocklist.includes(feature) === true;
  };
  await eventually(isBlocked, { withinMs, everyMs: EVERY_MS }).finally(() =>
    admin.srem(keys.blocklistGlobal, feature),
  );
}

/** Adds a server, and waits until web clients receive it. */
async function seeServer({ admin, keys, origin }: Edited, withinMs: number): Promise<void> {
  const id = `edited-${randomUUID()}`;
  await admin.set(keys.serverOf(id), '{"displayName":"Edited"}');
  const isThere = async (): Promise<boolean> => (await ask(origin, `/v1/servers?id=${id}`)).status === 200;
  await eventually(isThere, { withinMs, everyMs: EVERY_MS }).finally(() => admin.del(keys.serverOf(id)));
}

/** @returns milliseconds until it was done; Infinity if it failed */
async function timed(act: () => Promise<void>): Promise<number> {
  const startedAtMs = performance.now();
  return await act().then(
    () => Math.round(performance.now() - startedAtMs),
    () => Infinity,
  );
}
