import { subjectOf } from '../../../shared/rate-limit/rate-limit.ts';
import { randomUUID } from 'node:crypto';
import { eventually } from '../../support/eventually.ts';
import { ask } from '../../support/http/http.ts';
import { newSeed, Random } from '../../support/random.ts';
import { toRefusals } from '../../support/redis/acl-lines.ts';
import { sendToEach } from '../../support/redis/redis-stores.ts';
import type { RedisStore } from '../../support/redis/redis-stores.ts';
import { EXPECTED } from './store.ts';
import type { Outcome } from './row.ts';
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

/** Checks that operators receive the data in Redis, which the sidecar reads for each of their requests. */
export async function verifyOperatorViews(network: Network): Promise<Outcome> {
  const { keys, store } = network;
  const player = randomUUID();
  await store.admin.set(keys.rateLimitOf(subjectOf('checkFeatures', player)), '1', 'PX', 60_000);
  const expected: Readonly<Record<string, string>> = {
    '/ready': '',
    '/v1/blocklists': '{"global":{"size":1,"features":["fly"]},"clients":[{"client":"my-mod","size":1}]}',
    '/v1/blocklists/my-mod': '{"client":"my-mod","size":1,"features":["minimap"]}',
    [`/v1/rate-limits?player=${player}`]: '"limits":[{"method":"checkFeatures","until":',
  };
  const broken: string[] = [];
  for (const [path, part] of Object.entries(expected)) {
    const shows = async (): Promise<boolean> => {
      const { status, body } = await fetchAsOperator(network, path);
      return status === 200 && body.includes(part);
    };
    // A failed request is repeated, as a person would.
    if (!(await eventually(shows, { withinMs: 5000 }).catch(() => false))) broken.push(`operators: ${path}`);
  }
  return { load: [], seen: [], broken };
}

/** Checks that no server has refused a command of the programs. */
export async function verifyNoRefusals({ store }: Pick<Network, 'store'>): Promise<Outcome> {
  const logs = (await sendToEach(store.servers, 'ACL', 'LOG')).map(toRefusals);
  const refused = logs.flat();
  return { load: [], seen: [], broken: refused.length === 0 ? [] : [`refused: ${refused.join(', ')}`] };
}

async function fetchAsOperator({ operatorsOrigin, token }: Network, path: string) {
  const response = await fetch(operatorsOrigin + path, { headers: { Authorization: `Bearer ${token}` } });
  return { status: response.status, body: await response.text() };
}
