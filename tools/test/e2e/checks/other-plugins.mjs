import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { assertAnswered } from '../check.mjs';
import { CLIENT } from '../proxy-under-test.mjs';

const TIMEOUT_MS = 30_000;
const POLL_MS = 20;

/**
 * Uses the plugin docs/examples/api-plugin.
 * @type {import('../check.mjs').Check}
 */
export const otherPlugin = {
  name: 'Java API',
  title: 'another plugin reads the lists through the Java API, and is notified of edits and answers',
  async run({ proxy, channel, newPlayer }) {
    await untilLogged(proxy, 'Blocked for all: [fly]');
    const player = newPlayer();
    await player.untilInWorld();
    await assertAnswered(player, channel);
    await untilLogged(proxy, `Answered ${CLIENT} of ${player.name}: [fly]`);
    const [client, feature] = [`client-${randomUUID()}`, 'zoom'];
    await proxy.edit('sadd', `blocklist:client:${client}`, feature);
    await untilLogged(proxy, `Changed for ${client}: +[${feature}] -[]`);
    await proxy.edit('srem', `blocklist:client:${client}`, feature);
    await untilLogged(proxy, `Changed for ${client}: +[] -[${feature}]`);
  },
};

async function untilLogged({ log }, text) {
  const deadline = performance.now() + TIMEOUT_MS;
  while (!log.some((line) => line.includes(text))) {
    if (performance.now() > deadline) throw new Error(`the proxy did not log ${text}`);
    await delay(POLL_MS);
  }
}
