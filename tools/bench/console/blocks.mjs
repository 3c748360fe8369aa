import { setTimeout as delay } from 'node:timers/promises';
import { buildStandIn } from '../../development-proxy/build.mjs';
import { startBenchProxy } from '../plugin/bench-proxy.mjs';
import { requestFor } from '../plugin/requests.mjs';
import { GUARD_OFF, withLimit } from '../plugin/settings.mjs';
import { quantile } from '../quantile.cjs';
import { openSignedIn } from './sign-in.mjs';

const ROUNDS = 100;
/** The first ones, which the JVM and the browser need to be as fast as they get. */
const WARM_UP_ROUNDS = 10;
const WARM_UP_ANSWERS = 2000;
/** They ask one after the other, so that none reaches a limit. */
const PLAYERS = 4;
/** From one answer to the next question, in milliseconds: as exact as the figure is. */
const PAUSE_MS = 2;
/** Between two rounds, at random up to this many milliseconds: blocks come at any moment. */
const REST_MS = 200;
const PATIENCE_MS = 20_000;

/** Runs in the page: notes when the button of the dialog is clicked, as time since the epoch. */
const WATCH = `addEventListener('click', ({ target, timeStamp }) => {
  if (target.closest('dialog') !== null) globalThis.clickedAt = performance.timeOrigin + timeStamp;
}, true)`;

/** From the click on `Block` until a player is answered that the feature is blocked. */
export async function measureBlocks({ stage, jar, directory, env, quick }) {
  const proxy = await startBenchProxy({
    classPath: await buildStandIn(),
    jars: [jar],
    ...{ directory, env, redisUrl: `redis://127.0.0.1:${stage.redisPort}` },
    settings: withLimit(1) + GUARD_OFF,
  });
  try {
    const players = await proxy.join(PLAYERS);
    const page = await openSignedIn(stage, '#/lists/global');
    await page.evaluate(WATCH);
    for (let count = 0; count < (quick ? 10 : WARM_UP_ANSWERS); count += 1)
      await askOnce(proxy, players, count, 'warm-up');
    const rounds = quick ? 2 : ROUNDS;
    const tookMs = [];
    for (let round = 0; round < rounds + (quick ? 0 : WARM_UP_ROUNDS); round += 1)
      tookMs.push(await blockOnce({ proxy, players, page, feature: `bench-${round}` }));
    const measured = tookMs.slice(-rounds);
    const name = `a block in the console until it is in an answer, of ${rounds}`;
    return [
      { name: `${name}, median`, value: quantile(measured, 0.5), unit: 'ms' },
      { name: `${name}, p99`, value: quantile(measured, 0.99), unit: 'ms', target: { atMost: 150 } },
    ];
  } finally {
    await proxy.stop();
  }
}

async function blockOnce({ proxy, players, page, feature }) {
  await page.getByRole('button', { name: 'Block a feature' }).click();
  await page.locator('dialog input[name=feature]').fill(feature);
  await delay(Math.random() * REST_MS);
  const [answeredAt] = await Promise.all([
    untilBlocked(proxy, players, feature),
    page.locator('dialog button.primary').click(),
  ]);
  await page.locator('dialog').waitFor({ state: 'detached' });
  return answeredAt - (await page.evaluate('globalThis.clickedAt'));
}

/** @returns {Promise<number>} when an answer has said so, in milliseconds since the epoch */
async function untilBlocked(proxy, players, feature) {
  const deadline = performance.now() + PATIENCE_MS;
  for (let count = 0; performance.now() < deadline; count += 1) {
    if (await askOnce(proxy, players, count, feature)) return performance.timeOrigin + performance.now();
    await delay(PAUSE_MS);
  }
  throw new Error(`${feature} is not in the answers`);
}

/** @returns {Promise<boolean>} whether the answer has the feature */
async function askOnce(proxy, players, count, feature) {
  const answer = JSON.parse(await proxy.ask(players[count % players.length], requestFor([feature])));
  return answer.payload?.blocklist.includes(feature) === true;
}
