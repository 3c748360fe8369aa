import { randomUUID } from 'node:crypto';
import { CHANNEL, checkRequest, parseAnswer } from '../../jar/ask.ts';
import { brokenGuarantees } from '../../faults/matrix/row.ts';
import type { Row } from '../../faults/matrix/row.ts';
import type { StandIn } from '../../velocity-stand-in/stand-in.ts';
import type { AttackedProxy } from '../attacked-proxy.ts';

/** Number of requests that each player sends to each proxy at the same time. */
const REQUESTS = 5;
const PLAYERS = 100;

/** The short form is `test/network/several-machines.test.ts`. */
export const PERMIT_RACE: Row<AttackedProxy> = {
  fault: 'A race for one permit over two proxies',
  guarantee: 'one request of each player is granted, and all are answered',
  longFormOnly: true,
  run: async ({ proxy, startAnother }) => {
    const other = await startAnother();
    const proxies = [proxy, other];
    const uuids = Array.from({ length: PLAYERS }, () => randomUUID());
    const granted = await Promise.all(
      uuids.map(async (uuid) => {
        const counts = await Promise.all(proxies.map(async (proxy) => await countGrants(proxy, uuid)));
        return counts.reduce((sum, count) => sum + count, 0);
      }),
    );
    await other.stop();
    const wrong = granted.filter((count) => count !== 1);
    return {
      load: [`${uuids.length * REQUESTS * proxies.length} requests of ${uuids.length} players`],
      seen: [`${granted.reduce((sum, count) => sum + count, 0)} granted`],
      broken: brokenGuarantees({ [`granted ${wrong.join()} times`]: wrong.length === 0 }),
    };
  },
};

/**
 * Sends requests of one player at the same time.
 * @returns the number of granted requests
 * @throws {Error} if one of them is not answered
 */
async function countGrants(proxy: StandIn, uuid: string): Promise<number> {
  const player = await proxy.join({ uuid, connected: true });
  const requests = Array.from({ length: REQUESTS }, (_, index) =>
    checkRequest('my-mod', ['fly'], `${index}`),
  );
  await Promise.all(requests.map(async (request) => await player.send(CHANNEL, request)));
  let granted = 0;
  for (let read = 0; read < REQUESTS; read++) if (parseAnswer((await player.next()).bytes).ok) granted++;
  return granted;
}
