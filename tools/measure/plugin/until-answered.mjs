import { setTimeout as delay } from 'node:timers/promises';
import { requestFor } from './requests.mjs';

const TIMEOUT_MS = 20_000;

/**
 * @param {import('./bench-proxy.mjs').BenchProxy} proxy
 * @param {string} player
 * @param {string} feature
 * @returns {Promise<boolean | undefined>} whether the answer contains it; undefined for an error
 */
export async function askWhetherBlocked(proxy, player, feature) {
  const answer = JSON.parse(await proxy.ask(player, requestFor([feature])));
  return answer.payload?.blocklist.includes(feature);
}

/**
 * Waits for an answer in which the feature is blocked, or is not. The players send requests in rotation, so
 * that none reaches a limit.
 * @param {import('./bench-proxy.mjs').BenchProxy} proxy
 * @param {string[]} players
 * @param {{ feature: string, isBlocked: boolean, pauseMs: number }} expected `pauseMs`: time from an answer
 * to the next request, which limits the precision of the measured time
 */
export async function untilAnswered(proxy, players, { feature, isBlocked, pauseMs }) {
  const deadline = performance.now() + TIMEOUT_MS;
  for (let count = 0; performance.now() < deadline; count += 1) {
    if ((await askWhetherBlocked(proxy, players[count % players.length], feature)) === isBlocked) return;
    await delay(pauseMs);
  }
  throw new Error(`no answer shows that ${feature} is ${isBlocked ? 'blocked' : 'free'}`);
}
