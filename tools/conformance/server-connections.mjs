import { randomUUID } from 'node:crypto';
import { Conversation } from './conversation.mjs';
import { judgeRefusal, questionOf, TOO_SLOW } from './server-answers.mjs';

/** More than a packet may have, and less than what a server may leave unread in a second. */
const TOO_LONG_BYTES = 40_000;
/** For a server to notice that a player has left. */
const LEAVE_MS = 500;
/** Before 1.13, clients read names of channels of at most so many characters. */
const OLD_VERSION = '1.12.2';
const LONGEST_OLD_NAME = 20;
/** For an answer that must not come. */
const SILENCE_MS = 2000;
const MS_PER_SECOND = 1000;

/** Who has logged in again is the same player to the limit. @param {number | undefined} askedAt */
export async function judgeRelog(access, one, askedAt, context) {
  const { verdicts, windowMs, nowMs, sleep } = context;
  if (askedAt === undefined) {
    verdicts.skip(TOO_SLOW, 'C-ANS-5');
    return;
  }
  one.leave();
  await sleep(LEAVE_MS);
  const again = await tryTo(() => access.connect({ name: one.name }));
  if (typeof again === 'string') {
    verdicts.skip(`the player could not log in again: ${again}`, 'C-ANS-5');
    return;
  }
  try {
    const conversation = new Conversation(again, verdicts, context.patienceMs);
    const refused = await conversation.request('checkFeatures', questionOf(context));
    if (nowMs() - askedAt >= windowMs) {
      verdicts.skip('logging in again took longer than the limit', 'C-ANS-5');
      return;
    }
    judgeRefusal(verdicts, refused, 'a question after logging in again', ['C-ANS-5']);
  } finally {
    again.leave();
  }
}

/** An edit of a list by somebody else, whom this asks to make it. */
export async function judgeAwaitedEvent(player, subscription, context) {
  const { verdicts, client, awaitEventMs, say } = context;
  const rules = ['W-PUSH-1', 'W-PUSH-2', 'P-GAME-1'];
  if (subscription === undefined || awaitEventMs === 0) {
    const reason =
      subscription === undefined ? 'the server has no subscribe' : 'nobody edits a list: --await-event';
    verdicts.skip(reason, ...rules, 'C-EVT-1');
    return;
  }
  const { features, revision } = subscription;
  say(`block ${features[0]} for ${client} within ${awaitEventMs / MS_PER_SECOND} s`);
  const event = await player.nextEvent(awaitEventMs);
  if (event === undefined) {
    verdicts.fail('no event came after the edit that was asked for', ...rules, 'C-EVT-1');
    return;
  }
  verdicts.judge(event.event === 'blocklistChanged', `the event is ${event.event}`, 'C-EVT-1');
  const changes = Array.isArray(event.payload?.subscriptions) ? event.payload.subscriptions : [];
  const isOwn = changes.length === 1 && changes[0].client === client;
  verdicts.judge(isOwn, 'not one item, of the client whose answer has changed', 'C-EVT-1');
  const names = changes.flatMap(({ blocked, unblocked, blocklist }) =>
    [blocked, unblocked, blocklist].flat(),
  );
  const foreign = names.filter((name) => !features.includes(name));
  verdicts.judge(foreign.length === 0, `not asked for: ${foreign.join(', ')}`, 'C-EVT-1');
  verdicts.judge(
    event.payload?.revision === revision + 1,
    `revision ${event.payload?.revision} after ${revision}`,
    'C-SUB-3',
  );
}

/** The player may be gone afterwards. */
export async function judgeTooLong(player, { verdicts }) {
  const payload = { client: 'a', features: [] };
  const { answer } = await player.request('checkFeatures', payload, { filler: 'f'.repeat(TOO_LONG_BYTES) });
  const isRefused = answer?.error === 'BAD_REQUEST' || (answer === undefined && player.isClosed);
  const what = answer === undefined ? 'not answered' : `answered ${answer.error ?? 'as if it were right'}`;
  verdicts.judge(isRefused, `a packet of over ${TOO_LONG_BYTES} bytes is ${what}`, 'C-PKT-2');
}

/** A client that a long name would disconnect, and that asks on it nevertheless. */
export async function judgeOldClient(access, context) {
  const { verdicts, channel } = context;
  if (channel.length <= LONGEST_OLD_NAME) {
    verdicts.skip(`every client can read ${channel}`, 'C-NAME-2');
    return;
  }
  const player = await tryTo(() => access.connect({ version: OLD_VERSION }));
  if (typeof player === 'string') {
    verdicts.skip(`no client of Minecraft ${OLD_VERSION} is let in: ${player}`, 'C-NAME-2');
    return;
  }
  try {
    const request = { id: randomUUID(), method: 'checkFeatures', payload: questionOf(context) };
    player.send(Buffer.from(JSON.stringify(request)));
    const answer = await player.next(SILENCE_MS);
    verdicts.judge(
      answer === undefined,
      `a client of Minecraft ${OLD_VERSION} was sent ${channel}`,
      'C-NAME-2',
    );
  } finally {
    player.leave();
  }
}

/** @returns the result, or why there is none */
async function tryTo(act) {
  try {
    return await act();
  } catch (error) {
    return error.message;
  }
}
