import { randomUUID } from 'node:crypto';

/**
 * @returns {{ client: string, features: string[] }} a checkFeatures payload: the blocked features between
 * unused names
 */
export function payloadOf({ client, blocked }) {
  const unusedName = () => `free-${randomUUID()}`;
  return { client, features: [unusedName(), ...blocked, unusedName(), ...blocked.slice(0, 1)] };
}

/** Checks the answer to a request that had to be granted. */
export function checkAnswer(results, { id, answer, payload, blocked }) {
  if (answer === undefined) return;
  results.expect(
    answer.id === id,
    `requested with id ${id}, answered with ${answer.id}`,
    'W-REQ-2',
    'W-OK-1',
  );
  const list = answer.payload?.blocklist;
  if (answer.ok !== true || !Array.isArray(list)) {
    results.fail(`no blocklist, but ${JSON.stringify(answer).slice(0, 100)}`, 'F-CHECK-5', 'S-GAME-1');
    return;
  }
  const hasOnlyStrings = list.every((name) => typeof name === 'string');
  const unrequested = list.filter((name) => !payload.features.includes(name));
  results.expect(hasOnlyStrings, 'blocklist contains a value that is not a string', 'F-CHECK-5');
  results.expect(
    unrequested.length === 0,
    `not requested: ${unrequested.join(', ')}`,
    'F-RULE-4',
    'F-CHECK-5',
    'S-GAME-1',
  );
  const inOrder = [...new Set(payload.features)].filter((name) => list.includes(name));
  const isInOrder = JSON.stringify(inOrder) === JSON.stringify(list) || unrequested.length > 0;
  results.expect(isInOrder, 'has duplicates, or is not in the order of the request', 'C-ANS-2');
  checkExpected(results, list, blocked);
}

function checkExpected(results, list, blocked) {
  const lists = ['F-RULE-2', 'F-RULE-3', 'F-CHECK-3'];
  if (blocked.length === 0) {
    results.skip('no blocked feature is known: --blocked', ...lists);
    return;
  }
  const missing = blocked.filter((name) => !list.includes(name));
  results.expect(missing.length === 0, `not reported as blocked: ${missing.join(', ')}`, ...lists);
}

/** The reason why rules about the limit are not tested. */
export const TOO_SLOW = 'this machine was too slow to send a request within the window';
const LIMIT_RULES = ['F-RATE-1', 'F-RATE-2', 'E-RATE-1', 'F-CALL-3'];

/**
 * Checks the answer to a request over the limit.
 * @param {string[]} [rules] the rules that it shows
 */
export function checkRefusal(results, { id, answer }, what, rules = LIMIT_RULES) {
  const found = answer?.error ?? (answer === undefined ? 'no answer' : 'an answer');
  results.expect(answer?.error === 'RATE_LIMITED', `${what}: ${found} instead of RATE_LIMITED`, ...rules);
  if (answer !== undefined)
    results.expect(answer.id === id, 'the id is not that of the request', 'W-REQ-2', 'W-ERR-1');
}

/**
 * @returns {Promise<{ features: string[], revision: number } | undefined>} the player's subscription;
 * undefined if the server does not support the method
 */
export async function checkSubscribe(player, { results, client, blocked, windowMs, nowMs }) {
  const { features } = payloadOf({ client, blocked });
  const subscriptions = [
    { client, features },
    { client: `${client}-other`, features: [] },
  ];
  const requestedAt = nowMs();
  const { id, answer } = await player.request('subscribe', { subscriptions });
  if (answer?.ok !== true) {
    const isUnknown = answer?.error === 'NOT_FOUND' && answer.id === id;
    results.expect(isUnknown, `subscribe: ${answer?.error ?? 'no answer'}`, 'C-SUB-1', 'E-FOUND-1');
    return undefined;
  }
  results.pass('C-SUB-1');
  const { revision, subscriptions: items } = answer.payload;
  results.expect(revision === 1, `the first revision is ${revision}`, 'C-SUB-3');
  const clients = Array.isArray(items) ? items.map((subscription) => subscription.client) : [];
  const hasEachClient = JSON.stringify(clients) === JSON.stringify([client, `${client}-other`]);
  results.expect(hasEachClient, 'not one item per client, in order', 'C-SUB-2');
  if (hasEachClient)
    checkAnswer(results, {
      id,
      answer: { id, ok: true, payload: items[0] },
      payload: { features },
      blocked,
    });
  const removed = await player.request('subscribe', { subscriptions });
  const subscription = { features, revision: removed.answer?.payload?.revision ?? revision };
  if (nowMs() - requestedAt >= windowMs) return subscription;
  checkRefusal(results, removed, 'a second subscribe within the window');
  results.expect(removed.answer?.error === 'RATE_LIMITED', 'subscribe has no limit', 'C-SUB-4');
  return subscription;
}
