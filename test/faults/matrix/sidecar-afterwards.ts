import { randomUUID } from 'node:crypto';
import { eventually } from '../../support/eventually.ts';
import { ask } from '../../support/http/http.ts';
import { newSeed, Random } from '../../support/random.ts';
import { toRefusals } from '../../support/redis/acl-lines.ts';
import { sendToEach } from '../../support/redis/redis-stores.ts';
import type { RedisStore } from '../../support/redis/redis-stores.ts';
import type { Outcome } from './row.ts';
import { EXPECTED } from './store.ts';
import type { TopologyNetwork } from './topology-network.ts';

type Network = TopologyNetwork<RedisStore>;

/** Time in which a write must be visible: the interval of the resync, plus a margin for a loaded machine. */
const WITHIN_MS = 20_000;

/** Writes one key of each kind that the sidecar reads, and deletes it; in a cluster, on different masters. */
export async function verifyWrites({ store: { admin }, keys, origin }: Network): Promise<Outcome> {
  const id = `written-${randomUUID()}`;
  const random = new Random(newSeed());
  const rate = random.between(2, 3);
  const votes = 4 + random.below(1000);
  const startedAt = performance.now();
  await admin.set(keys.serverOf(id), '{"displayName":"Written"}');
  await admin.set(keys.eventOf(id), `{"server":"lobby","name":"${id}"}`);
  const candidates = '[{"id":"a","name":"A"}]';
  await admin.set(keys.votingOf(id), `{"server":"lobby","title":"Written?","candidates":${candidates}}`);
  await admin.hset(keys.voteCountsOf(id), 'a', votes);
  await admin.xadd(keys.coinsTrades, '*', 'rate', rate, 'datetime', '8');
  const expected: Readonly<Record<string, string>> = {
    [`/v1/servers?id=${id}`]: 'Written',
    '/v1/events?server=lobby': id,
    '/v1/votings?server=lobby': `"votes":${votes}`,
    '/v1/coins-trades?limit=1': String(rate),
  };
  const broken = await missingWrites(origin, expected);
  const tookMs = Math.round(performance.now() - startedAt);
  await admin.del(keys.serverOf(id));
  await admin.del(keys.eventOf(id));
  await admin.del(keys.votingOf(id));
  await admin.del(keys.voteCountsOf(id));
  await admin.xadd(keys.coinsTrades, 'MAXLEN', 1, '*', 'rate', '1.5', 'datetime', '7');
  broken.push(...(await missingWrites(origin, EXPECTED)));
  return { load: [], seen: [`writes seen after ${tookMs} ms`], broken };
}

/**
 * @param expected a part of the expected response body, by path
 * @returns one message for each path whose response did not contain it in time
 */
async function missingWrites(origin: string, expected: Readonly<Record<string, string>>): Promise<string[]> {
  const messages = Object.entries(expected).map(async ([path, part]) => {
    const shows = async (): Promise<boolean> => (await ask(origin, path)).text.includes(part);
    const isSeen = await eventually(shows, { withinMs: WITHIN_MS }).catch(() => false);
    return isSeen ? [] : [`a write is not seen at ${path}`];
  });
  return (await Promise.all(messages)).flat();
}

/** Checks that no server has refused a command of the programs. */
export async function verifyNoRefusals({ store }: Pick<Network, 'store'>): Promise<Outcome> {
  const logs = (await sendToEach(store.servers, 'ACL', 'LOG')).map(toRefusals);
  const refused = logs.flat();
  return { load: [], seen: [], broken: refused.length === 0 ? [] : [`refused: ${refused.join(', ')}`] };
}
