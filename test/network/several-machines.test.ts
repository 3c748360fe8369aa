import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { checkFeatures } from '../../shared/feature-control/check-features.ts';
import { subjectOf } from '../../shared/rate-limit/rate-limit.ts';
import { check, type Answer } from '../jar/ask.ts';
import { START_TIMEOUT_MS } from '../jar/start-proxy.ts';
import { eventually } from '../support/eventually.ts';
import type { StandInPlayer } from '../velocity-stand-in/stand-in-player.ts';
import type { StandIn } from '../velocity-stand-in/stand-in.ts';
import { makeEdits } from './edits.ts';
import { startNetwork, type Network } from './network.ts';

/**
 * Times are as long as a busy machine may need: the window, and what a proxy waits for Redis before it
 * decides alone (G18).
 */
const CONFIG = '[limits.check-features]\nwindow-ms = 600000\n[redis]\ncommand-timeout-ms = 10000\n';
const WARM_UP = 20;
/** File for the report of `npm run bench -- network`, if set. */
const REPORT_FILE = process.env['FC_NETWORK_REPORT'];
const EDITS = REPORT_FILE === undefined ? 60 : 200;
/**
 * Far below the interval of the resync, so that the edits were heard of and not found. What is promised,
 * `npm run bench -- network` measures.
 */
const LATE_MS = 3000;
const PLAYERS = 60;
const HOPS = 4;

describe('three proxies and two sidecars on one Redis', () => {
  let network: Network;

  beforeAll(async () => {
    network = await startNetwork({ proxies: 3, sidecars: 2 }, CONFIG);
  }, START_TIMEOUT_MS);

  afterAll(async () => {
    await network.stop();
  });

  it('all show each edit that plain commands make [G48]', async () => {
    await makeEdits(network, WARM_UP);
    const tookMs = (await makeEdits(network, EDITS)).sort((a, b) => a - b);
    if (REPORT_FILE !== undefined) await writeFile(REPORT_FILE, JSON.stringify(tookMs));
    expect(tookMs).toHaveLength(EDITS);
    expect(tookMs[Math.ceil(EDITS * 0.99) - 1]).toBeLessThan(LATE_MS);
  }, 300_000);

  it('hold the limit of a player together [F-RATE-1, F-RATE-2, G43, L-GAME-2]', async () => {
    const [one, other] = network.proxies;
    const uuid = randomUUID();
    expect(await askOnce(one, uuid)).toMatchObject({ ok: true });
    expect(await askOnce(other, uuid)).toEqual({
      id: 'request-1',
      ok: false,
      error: 'RATE_LIMITED',
      message: expect.stringMatching(/^Try again in (?:5[5-9]\d|600) seconds\.$/) as unknown,
    });
    expect(await askOnce(other, randomUUID())).toMatchObject({ ok: true });
  });

  it('do not lengthen the wait by a refusal, and answer again when it is over [E-RATE-2, G11, G44]', async () => {
    const { admin, keys, proxies } = network;
    const uuid = randomUUID();
    const permit = keys.rateLimitOf(subjectOf(checkFeatures.name, uuid));
    await askOnce(proxies[0], uuid);
    const before = await admin.pttl(permit);
    expect(await askOnce(proxies[1], uuid)).toMatchObject({ error: 'RATE_LIMITED' });
    expect(await admin.pttl(permit)).toBeLessThanOrEqual(before);
    await admin.del(permit);
    await eventually(async () => (await askOnce(proxies[0], uuid)).ok, { what: 'the end of the wait' });
  });

  it.each([
    { how: 'asks all of them at the same moment', ask: askAtOnce },
    { how: 'hops from one to the next, and round again', ask: askInTurn },
  ])(
    'give one permit to a player who $how [F-RATE-1, G43, L-GAME-2]',
    async ({ ask }) => {
      const all = await Promise.all(
        Array.from({ length: PLAYERS }, async () => ask(network.proxies, randomUUID())),
      );
      for (const answers of all) {
        const refused = answers.filter(({ error }) => error === 'RATE_LIMITED');
        expect([answers.filter(({ ok }) => ok).length, refused.length]).toEqual([1, answers.length - 1]);
      }
    },
    120_000,
  );
});

async function askOnce(proxy: StandIn | undefined, uuid: string): Promise<Answer> {
  if (proxy === undefined) throw new Error('there is no such proxy');
  const player = await proxy.join({ uuid, connected: true });
  const answer = await askAsMod(player);
  await player.disconnect();
  return answer;
}

async function askAtOnce(proxies: readonly StandIn[], uuid: string): Promise<Answer[]> {
  const players = await Promise.all(proxies.map(async (proxy) => proxy.join({ uuid, connected: true })));
  const answers = await Promise.all(players.map(askAsMod));
  await Promise.all(players.map(async (player) => player.disconnect()));
  return answers;
}

async function askInTurn(proxies: readonly StandIn[], uuid: string): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let hop = 0; hop < HOPS; hop++) {
    for (const proxy of proxies) {
      // A proxy that still sees the player off does not let the same one in.
      const joining = { what: 'the player to be let in again' };
      const player = await eventually(async () => proxy.join({ uuid, connected: true }), joining);
      answers.push(await askAsMod(player));
      await player.disconnect();
    }
  }
  return answers;
}

async function askAsMod(player: StandInPlayer): Promise<Answer> {
  return await check(player, 'my-mod', ['fly']);
}
