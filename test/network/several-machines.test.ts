import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { check, type Answer } from '../jar/ask.ts';
import { START_TIMEOUT_MS } from '../jar/start-proxy.ts';
import { eventually } from '../support/eventually.ts';
import type { StandInPlayer } from '../velocity-stand-in/stand-in-player.ts';
import type { StandIn } from '../velocity-stand-in/stand-in.ts';
import { makeEdits } from './edits.ts';
import { startNetwork, type Network } from './network.ts';

/**
 * The window, and the time-out after which a proxy takes permits without Redis (G18), are long enough for a
 * busy machine.
 */
const CONFIG = '[limits.check-features]\nwindow-ms = 600000\n[redis]\ncommand-timeout-ms = 10000\n';
/** File for the report of `npm run bench -- network`, if set. */
const REPORT_FILE = process.env['FC_NETWORK_REPORT'];
const FORM =
  REPORT_FILE === undefined ? { proxies: 2, warmUp: 5, edits: 20 } : { proxies: 3, warmUp: 20, edits: 200 };
/**
 * Far below the resync interval, so that edits must become visible by notifications.
 * `npm run bench -- network` measures the promised time.
 */
const MAX_P99_MS = 3000;
/** The time that is left of the window counts from the permit, whichever proxy gave it. */
const REFUSAL = /^Try again in (?:5\d\d|600) seconds\.$/;
const PLAYERS = 60;
const ROUNDS = 4;

describe(`${FORM.proxies} proxies and two sidecars on one Redis`, () => {
  let network: Network;

  beforeAll(async () => {
    network = await startNetwork({ proxies: FORM.proxies, sidecars: 2 }, CONFIG);
  }, START_TIMEOUT_MS);

  afterAll(async () => {
    await network.stop();
  });

  it('all show each edit made by plain Redis commands [G48]', async () => {
    await makeEdits(network, FORM.warmUp);
    const tookMs = (await makeEdits(network, FORM.edits)).sort((a, b) => a - b);
    if (REPORT_FILE !== undefined) await writeFile(REPORT_FILE, JSON.stringify(tookMs));
    expect(tookMs).toHaveLength(FORM.edits);
    expect(tookMs[Math.ceil(FORM.edits * 0.99) - 1]).toBeLessThan(MAX_P99_MS);
  }, 300_000);

  it.each([
    { how: 'sends a request to all of them at the same moment', request: requestInParallel },
    { how: 'switches between them repeatedly', request: requestInTurn },
  ])(
    'give one permit to a player who $how [F-RATE-1, F-RATE-2, G43, L-GAME-2, A-GAME-2]',
    async ({ request }) => {
      const all = await Promise.all(
        Array.from({ length: PLAYERS }, async () => request(network.proxies, randomUUID())),
      );
      for (const answers of all) {
        const refused = answers.filter(({ error }) => error === 'RATE_LIMITED');
        for (const { message } of refused) expect(message).toMatch(REFUSAL);
        expect([answers.filter(({ ok }) => ok).length, refused.length]).toEqual([1, answers.length - 1]);
      }
    },
    120_000,
  );
});

async function requestInParallel(proxies: readonly StandIn[], uuid: string): Promise<Answer[]> {
  const players = await Promise.all(proxies.map(async (proxy) => proxy.join({ uuid, connected: true })));
  const answers = await Promise.all(players.map(sendCheck));
  await Promise.all(players.map(async (player) => player.disconnect()));
  return answers;
}

async function requestInTurn(proxies: readonly StandIn[], uuid: string): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    for (const proxy of proxies) {
      // A proxy refuses a player that has not yet left completely.
      const options = { what: 'the player to join again' };
      const player = await eventually(async () => proxy.join({ uuid, connected: true }), options);
      answers.push(await sendCheck(player));
      await player.disconnect();
    }
  }
  return answers;
}

async function sendCheck(player: StandInPlayer): Promise<Answer> {
  return await check(player, 'my-mod', ['fly']);
}
