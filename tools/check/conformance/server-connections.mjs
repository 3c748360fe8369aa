import { randomUUID } from 'node:crypto';
import { Conversation } from './conversation.mjs';
import { checkRefusal, payloadOf, TOO_SLOW } from './server-answers.mjs';

/** More than the maximum size of a packet, and less than a server may leave unread in a second. */
const TOO_LONG_BYTES = 40_000;
/** Time for a server to notice that a player has left. */
const LEAVE_MS = 500;
/** Clients before 1.13 read channel names of at most this many characters. */
const OLD_VERSION = '1.12.2';
const MAX_OLD_NAME_LENGTH = 20;
/** Time in which no answer may arrive. */
const SILENCE_MS = 2000;
const MS_PER_SECOND = 1000;

/**
 * Checks that a player who logs in again is still limited.
 * @param {number | undefined} requestedAt
 */
export async function checkRelog(access, player, requestedAt, context) {
  const { results, windowMs, nowMs, sleep } = context;
  if (requestedAt === undefined) {
    results.skip(TOO_SLOW, 'C-ANS-5');
    return;
  }
  player.leave();
  await sleep(LEAVE_MS);
  const again = await resultOrMessage(() => access.connect({ name: player.name }));
  if (typeof again === 'string') {
    results.skip(`the player could not log in again: ${again}`, 'C-ANS-5');
    return;
  }
  try {
    const conversation = new Conversation(again, results, context.answerTimeoutMs);
    const refused = await conversation.request('checkFeatures', payloadOf(context));
    if (nowMs() - requestedAt >= windowMs) {
      results.skip('logging in again took longer than the limit', 'C-ANS-5');
      return;
    }
    checkRefusal(results, refused, 'a request after logging in again', ['C-ANS-5']);
  } finally {
    again.leave();
  }
}

/** Checks the event after an edit of a list, which the user is requested to make. */
export async function checkAwaitedEvent(player, subscription, context) {
  const { results, client, awaitEventMs, printLine } = context;
  const rules = ['W-PUSH-1', 'W-PUSH-2', 'P-GAME-1'];
  if (subscription === undefined || awaitEventMs === 0) {
    const reason =
      subscription === undefined ? 'the server does not support subscribe' : 'no edit is made: --await-event';
    results.skip(reason, ...rules, 'C-EVT-1');
    return;
  }
  const { features, revision } = subscription;
  printLine(`block ${features[0]} for ${client} within ${awaitEventMs / MS_PER_SECOND} s`);
  const event = await player.nextEvent(awaitEventMs);
  if (event === undefined) {
    results.fail('no event was received after the requested edit', ...rules, 'C-EVT-1');
    return;
  }
  results.expect(event.event === 'blocklistChanged', `the event is ${event.event}`, 'C-EVT-1');
  const changes = Array.isArray(event.payload?.subscriptions) ? event.payload.subscriptions : [];
  const isOwn = changes.length === 1 && changes[0].client === client;
  results.expect(isOwn, 'not exactly one item, of the client whose answer has changed', 'C-EVT-1');
  const names = changes.flatMap(({ blocked, unblocked, blocklist }) =>
    [blocked, unblocked, blocklist].flat(),
  );
  const unrequested = names.filter((name) => !features.includes(name));
  results.expect(unrequested.length === 0, `not requested: ${unrequested.join(', ')}`, 'C-EVT-1');
  results.expect(
    event.payload?.revision === revision + 1,
    `revision ${event.payload?.revision} after ${revision}`,
    'C-SUB-3',
  );
}

/** Sends a packet that is too long. The server may disconnect the player. */
export async function checkTooLong(player, { results }) {
  const payload = { client: 'a', features: [] };
  const { answer } = await player.request('checkFeatures', payload, { filler: 'f'.repeat(TOO_LONG_BYTES) });
  const isRefused = answer?.error === 'BAD_REQUEST' || (answer === undefined && player.isClosed);
  const what = answer === undefined ? 'not answered' : `answered ${answer.error ?? 'as if it were right'}`;
  results.expect(isRefused, `a packet of over ${TOO_LONG_BYTES} bytes is ${what}`, 'C-PKT-2');
}

/**
 * Checks that a client that cannot read the channel's long name receives nothing on it, even if it sends a
 * request.
 */
export async function checkOldClient(access, context) {
  const { results, channel } = context;
  if (channel.length <= MAX_OLD_NAME_LENGTH) {
    results.skip(`every client can read ${channel}`, 'C-NAME-2');
    return;
  }
  const player = await resultOrMessage(() => access.connect({ version: OLD_VERSION }));
  if (typeof player === 'string') {
    results.skip(`no client of Minecraft ${OLD_VERSION} can join: ${player}`, 'C-NAME-2');
    return;
  }
  try {
    const request = { id: randomUUID(), method: 'checkFeatures', payload: payloadOf(context) };
    player.send(Buffer.from(JSON.stringify(request)));
    const answer = await player.next(SILENCE_MS);
    results.expect(
      answer === undefined,
      `a client of Minecraft ${OLD_VERSION} received a message on ${channel}`,
      'C-NAME-2',
    );
  } finally {
    player.leave();
  }
}

/** @returns the result, or the message of the error */
async function resultOrMessage(act) {
  try {
    return await act();
  } catch (error) {
    return error.message;
  }
}
