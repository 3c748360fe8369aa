import { eventually } from '../support/eventually.ts';
import type { StandIn } from '../velocity-stand-in/stand-in.ts';
import { check } from './ask.ts';
import { PATIENCE } from './start-proxy.ts';

/**
 * Waits until a proxy has read an edit, by requests of new players. An edit that is read late is also sent
 * late, even to players who have subscribed after it.
 * @param blocked the expected features for `client`
 */
export async function untilAnswered(
  proxy: StandIn,
  features: readonly string[],
  blocked: readonly string[],
  client = 'my-mod',
): Promise<void> {
  const isRead = async () => {
    const asking = await proxy.join({ connected: true });
    const { payload } = await check(asking, client, features);
    await asking.disconnect();
    return JSON.stringify(payload?.blocklist) === JSON.stringify(blocked);
  };
  const what = `[${blocked.join()}] of [${features.join()}] to be blocked for ${client}`;
  await eventually(isRead, { ...PATIENCE, everyMs: 20, what });
}
