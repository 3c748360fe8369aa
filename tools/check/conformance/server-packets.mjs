import { randomUUID } from 'node:crypto';
import { loadWireFixtures } from './packets.mjs';

/** The maximum size of a client's plugin message in Minecraft, in bytes. */
const MAX_PACKET_BYTES = 32_767;
/** The id of a decision of this project, which another server may make differently. */
const DECISION = /^G\d+$/;
const MS_PER_SECOND = 1000;
const REFUSALS = ['BAD_REQUEST', 'NOT_FOUND'];

/**
 * Sends each packet of the wire fixtures that is refused regardless of the blocklists, and checks the
 * refusal.
 */
export async function checkGoldenPackets(player, hasSubscribe, { results, sleep, perSecond }) {
  for (const fixture of loadWireFixtures().filter((each) => isRefused(each, hasSubscribe))) {
    await sleep(MS_PER_SECOND / perSecond);
    checkRefused(results, fixture, await player.send(fixture.bytes));
  }
}

function isRefused({ given, response, bytes, method, usesPermit }, hasSubscribe) {
  const isPlain = Object.keys(given).length === 0 && usesPermit !== true;
  const canBeSent = bytes.length <= MAX_PACKET_BYTES;
  return (
    isPlain && canBeSent && REFUSALS.includes(response.error) && (method !== 'subscribe' || hasSubscribe)
  );
}

function checkRefused(results, { name, rules, response }, answer) {
  if (answer?.error === 'RATE_LIMITED' && response.error !== 'RATE_LIMITED') {
    results.skip('the server counts packets that it refuses', ...rules, 'C-ANS-4');
    return;
  }
  const problem = problemOf(response, answer);
  // If the case includes a decision of this project, a server that decides differently breaks no rule.
  const decisions = rules.filter((rule) => DECISION.test(rule));
  if (problem === undefined) results.pass(...rules, 'C-ANS-1');
  else results.fail(`${name}: ${problem}`, ...(decisions.length > 0 ? decisions : rules));
  if (answer === undefined) results.fail(`${name}: no answer`, 'C-ANS-1');
}

function problemOf({ id, error }, answer) {
  if (answer === undefined) return 'no answer';
  if (answer.ok !== false || answer.error !== error)
    return `expected ${error}, but received ${answer.error ?? 'a success'}`;
  if (typeof id === 'string' && answer.id !== id) return `the id is ${JSON.stringify(answer.id)}`;
  const extraKeys = Object.keys(answer).filter((key) => !['id', 'ok', 'error', 'message'].includes(key));
  return extraKeys.length > 0 ? `the answer also has ${extraKeys.join(', ')}` : undefined;
}

/** Sends two requests without waiting for the first answer: each must have one answer, with its own id. */
export async function checkPipelining(player, { results }) {
  const ids = [randomUUID(), randomUUID()];
  for (const id of ids) player.write(Buffer.from(JSON.stringify({ id, method: 'no-such-method' })));
  const answers = [await player.next(), await player.next()];
  const isFound = answers.every((answer) => answer?.error === 'NOT_FOUND');
  results.expect(isFound, 'a method that does not exist is not answered with NOT_FOUND', 'E-FOUND-1');
  const isEchoed = ids.every((id) => answers.some((answer) => answer?.id === id));
  results.expect(isEchoed, 'a request has no answer with its id', 'C-ANS-1', 'W-REQ-2', 'W-ERR-1');
}
