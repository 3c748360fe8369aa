import { importTypeScript } from '../../assemble/steps/import-typescript.mjs';

const LISTS = 50;
/** Number of scripts that are sent together. */
const BATCH = 500;
const SECONDS = 5;
/** Maximum number of entries per list: fewer than are written, so that each stream is full. */
const MAX_ENTRIES = 500;
const ACTOR = 'bench';

/**
 * Makes edits at the maximum rate of one Redis: each is one script that changes a list and records the edit.
 * Afterwards each stream must contain the newest entries, up to its bound, in order.
 * @param {import('ioredis').Redis} redis
 * @param {boolean} quick
 */
export async function measureAudit(redis, quick) {
  const { runEdit } = await importTypeScript('shared/redis/blocklists/editing/run-edit.ts');
  const { EDIT_LIST } = await importTypeScript('shared/redis/blocklists/editing/edit-list-script.ts');
  const { RedisKeys } = await importTypeScript('shared/redis/redis-keys.ts');
  const keys = new RedisKeys('fc:');
  redis.defineCommand('editList', { lua: EDIT_LIST.source });
  const evaluate = (_, names, args) => redis.editList(names.length, ...names, ...args);
  const bounds = { entries: MAX_ENTRIES, days: 90 };
  const dependencies = { commands: { evaluate }, keys, bounds };
  const lists = Array.from({ length: LISTS }, (_, index) => `audited-${index}`);
  const counts = lists.map(() => 0);
  const startedMs = performance.now();
  const seconds = quick ? 0.2 : SECONDS;
  let edits = 0;
  while (performance.now() - startedMs < seconds * 1000) {
    const results = Array.from({ length: BATCH }, () => {
      const index = edits++ % LISTS;
      return runEdit(dependencies, editOf(lists[index], counts[index]++));
    });
    for (const { outcome } of await Promise.all(results))
      if (outcome !== 'done') throw new Error(`an edit was answered ${outcome}`);
  }
  const tookMs = performance.now() - startedMs;
  let lost = 0;
  for (const [index, list] of lists.entries()) {
    const entries = await redis.xrange(keys.auditOf(keys.blocklistOf(list)), '-', '+');
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

function editOf(client, number) {
  const feature = `feature-${number}`;
  const author = ['actor', ACTOR, 'source', 'command-line', 'list', `client:${client}`];
  return {
    list: { kind: 'client', name: client },
    parts: ['set', 'until'],
    changes: [{ feature, before: { permanent: false }, after: { permanent: true } }],
    expected: {},
    fields: [...author, 'feature', feature, 'before', 'free', 'after', 'blocked'],
    describes: 'feature',
  };
}

/** @returns the number of missing or misplaced entries: the stream must contain the newest ones, in order */
function lostAmong(entries, edits) {
  const kept = Math.min(MAX_ENTRIES, edits);
  const expected = Array.from({ length: kept }, (_, index) => `feature-${edits - kept + index}`);
  const features = entries.map(([, fields]) => fields[fields.indexOf('feature') + 1]);
  const wrong = expected.filter((feature, index) => features[index] !== feature).length;
  return wrong + Math.max(0, features.length - kept);
}
