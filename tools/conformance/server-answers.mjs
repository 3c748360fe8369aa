import { randomUUID } from 'node:crypto';

/** @returns {{ client: string, features: string[] }} with names that nobody blocks around those that are */
export function questionOf({ client, blocked }) {
  const free = () => `free-${randomUUID()}`;
  return { client, features: [free(), ...blocked, free(), ...blocked.slice(0, 1)] };
}

/** Judges the answer to a question that was to be granted. */
export function judgeAnswer(verdicts, { id, answer, question, blocked }) {
  if (answer === undefined) return;
  verdicts.judge(answer.id === id, `asked with id ${id}, answered with ${answer.id}`, 'W-REQ-2', 'W-OK-1');
  const list = answer.payload?.blocklist;
  if (answer.ok !== true || !Array.isArray(list)) {
    verdicts.fail(`no blocklist, but ${JSON.stringify(answer).slice(0, 100)}`, 'F-CHECK-5', 'S-GAME-1');
    return;
  }
  const isOfTexts = list.every((name) => typeof name === 'string');
  const foreign = list.filter((name) => !question.features.includes(name));
  verdicts.judge(isOfTexts, 'blocklist holds what is no string', 'F-CHECK-5');
  verdicts.judge(
    foreign.length === 0,
    `not asked for: ${foreign.join(', ')}`,
    'F-RULE-4',
    'F-CHECK-5',
    'S-GAME-1',
  );
  const inOrder = [...new Set(question.features)].filter((name) => list.includes(name));
  const isInOrder = JSON.stringify(inOrder) === JSON.stringify(list) || foreign.length > 0;
  verdicts.judge(isInOrder, 'not each once, in the order of the request', 'C-ANS-2');
  judgeExpected(verdicts, list, blocked);
}

function judgeExpected(verdicts, list, blocked) {
  const lists = ['F-RULE-2', 'F-RULE-3', 'F-CHECK-3'];
  if (blocked.length === 0) {
    verdicts.skip('nothing is known to be blocked: --blocked', ...lists);
    return;
  }
  const missing = blocked.filter((name) => !list.includes(name));
  verdicts.judge(missing.length === 0, `not reported as blocked: ${missing.join(', ')}`, ...lists);
}

/** Why rules of the limit are not judged. */
export const TOO_SLOW = 'this machine was too slow to ask within the limit';
const OF_LIMIT = ['F-RATE-1', 'F-RATE-2', 'E-RATE-1', 'F-CALL-3'];

/** Judges the answer to a question over the limit. @param {string[]} [rules] that say so */
export function judgeRefusal(verdicts, { id, answer }, what, rules = OF_LIMIT) {
  const found = answer?.error ?? (answer === undefined ? 'no answer' : 'an answer');
  verdicts.judge(answer?.error === 'RATE_LIMITED', `${what}: ${found} in place of RATE_LIMITED`, ...rules);
  if (answer !== undefined)
    verdicts.judge(answer.id === id, 'the id is not the request’s', 'W-REQ-2', 'W-ERR-1');
}

/**
 * @returns {Promise<{ features: string[], revision: number } | undefined>} what the player is subscribed to;
 * undefined where the server does not know the method
 */
export async function judgeSubscribe(player, { verdicts, client, blocked, windowMs, nowMs }) {
  const { features } = questionOf({ client, blocked });
  const subscriptions = [
    { client, features },
    { client: `${client}-other`, features: [] },
  ];
  const askedAt = nowMs();
  const { id, answer } = await player.request('subscribe', { subscriptions });
  if (answer?.ok !== true) {
    const isUnknown = answer?.error === 'NOT_FOUND' && answer.id === id;
    verdicts.judge(isUnknown, `subscribe: ${answer?.error ?? 'no answer'}`, 'C-SUB-1', 'E-FOUND-1');
    return undefined;
  }
  verdicts.pass('C-SUB-1');
  const { revision, subscriptions: answered } = answer.payload;
  verdicts.judge(revision === 1, `the first revision is ${revision}`, 'C-SUB-3');
  const clients = Array.isArray(answered) ? answered.map((subscription) => subscription.client) : [];
  const isEach = JSON.stringify(clients) === JSON.stringify([client, `${client}-other`]);
  verdicts.judge(isEach, 'not one item for each client, in order', 'C-SUB-2');
  if (isEach)
    judgeAnswer(verdicts, {
      id,
      answer: { id, ok: true, payload: answered[0] },
      question: { features },
      blocked,
    });
  const removed = await player.request('subscribe', { subscriptions });
  const subscription = { features, revision: removed.answer?.payload?.revision ?? revision };
  if (nowMs() - askedAt >= windowMs) return subscription;
  judgeRefusal(verdicts, removed, 'subscribing twice at once');
  verdicts.judge(removed.answer?.error === 'RATE_LIMITED', 'subscribe has no limit', 'C-SUB-4');
  return subscription;
}
