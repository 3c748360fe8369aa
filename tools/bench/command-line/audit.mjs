import { importTypeScript } from '../../build-steps/import-typescript.mjs';

const LISTS = 50;
/** Number of scripts in one pipeline. */
const BATCH = 500;
const SECONDS = 5;
/** Maximum number of entries per list: fewer than are written, so that each stream is full. */
const MAX_ENTRIES = 500;
const DAY_MS = 86_400_000;
const ACTOR = 'bench';

/**
 * Makes edits at the maximum rate of one Redis: each is one script that changes a list and records the edit.
 * Afterwards each stream must contain the newest entries, up to its bound, in order.
 * @param {import('ioredis').Redis} redis
 * @param {boolean} quick
 */
export async function measureAudit(redis, quick) {
  const { EDIT_SET } = await importTypeScript('shared/redis/blocklists/edit-scripts.ts');
  const { RedisKeys } = await importTypeScript('shared/redis/redis-keys.ts');
  const keys = new RedisKeys('fc:');
  redis.defineCommand('editSet', { numberOfKeys: 2, lua: EDIT_SET.source });
  const lists = Array.from({ length: LISTS }, (_, index) => `client:audited-${index}`);
  const counts = lists.map(() => 0);
  const startedMs = performance.now();
  const seconds = quick ? 0.2 : SECONDS;
  let edits = 0;
  while (performance.now() - startedMs < seconds * 1000) {
    const pipeline = redis.pipeline();
    for (let index = 0; index < BATCH; index += 1, edits += 1)
      addEdit(pipeline, { keys, list: lists[edits % LISTS], number: counts[edits % LISTS]++ });
    for (const [error, reply] of await pipeline.exec()) {
      if (error !== null || reply[0] !== 'done') throw error ?? new Error(`an edit was answered ${reply[0]}`);
    }
  }
  const tookMs = performance.now() - startedMs;
  let lost = 0;
  for (const [index, list] of lists.entries()) {
    const entries = await redis.xrange(keys.auditOf(keys.blocklists + list), '-', '+');
    lost += lostAmong(entries, counts[index]);
  }
  return [
    {
      name: 'edits of one Redis, each with its entry in the history',
      value: (1000 * edits) / tookMs,
      unit: '/s',
      target: { atLeast: 10_000 },
    },
    { name: 'entries lost or out of order', value: lost, target: { atMost: 0 } },
  ];
}

function addEdit(pipeline, { keys, list, number }) {
  const key = keys.blocklists + list;
  const [feature, states] = [`feature-${number}`, ['before', 'free', 'after', 'blocked']];
  const fields = ['actor', ACTOR, 'source', 'command-line', 'list', list, 'feature', feature, ...states];
  pipeline.editSet(key, keys.auditOf(key), MAX_ENTRIES, 90 * DAY_MS, feature, 0, ...fields);
}

/** @returns the number of missing or misplaced entries: the stream must contain the newest ones, in order */
function lostAmong(entries, edits) {
  const kept = Math.min(MAX_ENTRIES, edits);
  const expected = Array.from({ length: kept }, (_, index) => `feature-${edits - kept + index}`);
  const features = entries.map(([, fields]) => fields[fields.indexOf('feature') + 1]);
  const wrong = expected.filter((feature, index) => features[index] !== feature).length;
  return wrong + Math.max(0, features.length - kept);
}
