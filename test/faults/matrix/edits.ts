import { randomUUID } from 'node:crypto';
import { check } from '../../jar/ask.ts';
import { eventually } from '../../support/eventually.ts';
import { ask } from '../../support/http/http.ts';
import type { Network } from './network-under-test.ts';
import type { Outcome } from './row.ts';

/** Milliseconds until an edit was visible; Infinity if it did not become visible in time. */
export interface EditLatency {
  readonly gameMs: number;
  readonly webMs: number;
}

type EditedNetwork = Pick<Network, 'admin' | 'keys' | 'proxy' | 'origin'>;

interface EditedProxy extends Pick<EditedNetwork, 'keys' | 'proxy'> {
  readonly admin: Pick<EditedNetwork['admin'], 'sadd' | 'srem'>;
}

const EVERY_MS = 20;

/** Makes one edit for mods and one for web clients, and reverts each when it is visible. */
export async function makeEdit(network: EditedNetwork, withinMs: number): Promise<EditLatency> {
  const [gameMs, webMs] = await Promise.all([
    timed(() => blockUntilVisible(network, withinMs)),
    timed(() => addServerUntilVisible(network, withinMs)),
  ]);
  return { gameMs, webMs };
}

/** @param withinMs time in which an edit must be visible */
export function outcomeOfEdits(edits: readonly EditLatency[], withinMs: number): Outcome {
  const gameMs = Math.max(...edits.map((edit) => edit.gameMs));
  const webMs = Math.max(...edits.map((edit) => edit.webMs));
  const areVisible = Math.max(gameMs, webMs) <= withinMs;
  return {
    load: [],
    seen: [`${edits.length} edits seen after at most ${gameMs} ms in the game, ${webMs} ms on the web`],
    broken: areVisible ? [] : [`an edit was not seen within ${withinMs} ms`],
  };
}

/**
 * Blocks a feature, waits until mods receive it, and unblocks it.
 * @throws {Error} if they do not receive it in time
 */
export async function blockUntilVisible(
  { admin, keys, proxy }: EditedProxy,
  withinMs: number,
): Promise<void> {
  const feature = `edited-${randomUUID()}`;
  await admin.sadd(keys.blocklistGlobal, feature);
  const isBlocked = async (): Promise<boolean> => {
    // A new player, since each has only one permit.
    const player = await proxy.join({ connected: true });
    const { payload } = await check(player, 'my-mod', [feature]);
    await player.disconnect();
    return payload?.blocklist.includes(feature) === true;
  };
  try {
    await eventually(isBlocked, { withinMs, everyMs: EVERY_MS });
  } finally {
    await admin.srem(keys.blocklistGlobal, feature);
  }
}

/**
 * Adds a server, waits until web clients receive it, and deletes it.
 * @throws {Error} if they do not receive it in time
 */
export async function addServerUntilVisible(
  { admin, keys, origin }: Pick<EditedNetwork, 'admin' | 'keys' | 'origin'>,
  withinMs: number,
): Promise<void> {
  const id = `edited-${randomUUID()}`;
  await admin.set(keys.serverOf(id), '{"displayName":"Edited"}');
  const isServed = async (): Promise<boolean> => (await ask(origin, `/v1/servers?id=${id}`)).status === 200;
  try {
    await eventually(isServed, { withinMs, everyMs: EVERY_MS });
  } finally {
    await admin.del(keys.serverOf(id));
  }
}

/**
 * Waits until web clients see no edit any more. If Redis was killed before the sidecar knew that a server was
 * deleted, it would rightly keep it as lost (ADR 12).
 * @throws {Error} if they see one for longer than `withinMs`
 */
export async function untilReverted(
  { origin }: Pick<EditedNetwork, 'origin'>,
  withinMs: number,
): Promise<void> {
  const isReverted = async (): Promise<boolean> =>
    !(await ask(origin, '/v1/servers')).text.includes('edited-');
  await eventually(isReverted, { withinMs, everyMs: EVERY_MS, what: 'the edits to be reverted' });
}

/** @returns the duration of `act` in milliseconds; Infinity if it failed */
async function timed(act: () => Promise<void>): Promise<number> {
  const startedAtMs = performance.now();
  return await act().then(
    () => Math.round(performance.now() - startedAtMs),
    () => Infinity,
  );
}
