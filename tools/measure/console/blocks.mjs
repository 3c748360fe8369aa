import { setTimeout as delay } from 'node:timers/promises';
import { startBenchProxy } from '../plugin/bench-proxy.mjs';
import { GUARD_OFF, withLimit } from '../plugin/settings.mjs';
import { askWhetherBlocked, untilAnswered } from '../plugin/until-answered.mjs';
import { quantile } from '../quantile.mjs';
import { openSignedIn } from './sign-in.mjs';

const ROUNDS = 100;
/** The first rounds, in which the JVM and the browser warm up. */
const WARM_UP_ROUNDS = 10;
const WARM_UP_ANSWERS = 2000;
const PLAYERS = 4;
const PAUSE_MS = 2;
/** Maximum random delay between two rounds, in milliseconds: in practice, blocks come at any moment. */
const MAX_PAUSE_MS = 200;

/** Runs in the page: records the click on the dialog's button, as milliseconds since the epoch. */
const WATCH = `addEventListener('click', ({ target, timeStamp }) => {
  if (target.closest('dialog') !== null) globalThis.clickedAt = performance.timeOrigin + timeStamp;
}, true)`;

/**
 * Measures the time from the click on `Block` until an answer to a player shows that the feature is blocked.
 */
export async function measureBlocks({ programs, jar, directory, env, quick }) {
  const proxy = await startBenchProxy({
    jars: [jar],
    directory,
    env,
    redisUrl: `redis://127.0.0.1:${programs.redisPort}`,
    settings: withLimit(1) + GUARD_OFF,
  });
  try {
    const players = await proxy.join(PLAYERS);
    const page = await openSignedIn(programs, '#/lists/global');
    await page.evaluate(WATCH);
    for (let count = 0; count < (quick ? 10 : WARM_UP_ANSWERS); count += 1)
      await askWhetherBlocked(proxy, players[count % PLAYERS], 'warm-up');
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
  await delay(Math.random() * MAX_PAUSE_MS);
  const [answeredAt] = await Promise.all([
    untilAnswered(proxy, players, { feature, isBlocked: true, pauseMs: PAUSE_MS }).then(sinceEpochMs),
    page.locator('dialog button.primary').click(),
  ]);
  await page.locator('dialog').waitFor({ state: 'detached' });
  return answeredAt - (await page.evaluate('globalThis.clickedAt'));
}

/** Returns the time by the same clock as in the page. */
function sinceEpochMs() {
  return performance.timeOrigin + performance.now();
}
