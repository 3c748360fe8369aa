import { Conversation } from './conversation.mjs';
import { judgeAwaitedEvent, judgeOldClient, judgeRelog, judgeTooLong } from './server-connections.mjs';
import { judgeGoldenPackets, judgePipelining } from './server-packets.mjs';
import { judgeAnswer, judgeRefusal, judgeSubscribe, questionOf, TOO_SLOW } from './server-answers.mjs';
import { Verdicts } from './verdicts.mjs';

/**
 * A player on the server that is judged.
 * @typedef {object} JudgedPlayer
 * @property {string} name
 * @property {() => Promise<boolean>} announced whether the server announces the channel
 * @property {(bytes: Uint8Array) => void} send on the channel
 * @property {(patienceMs: number) => Promise<Uint8Array | undefined>} next message on the channel
 * @property {() => boolean} isClosed whether the server has ended the connection
 * @property {() => void} leave
 *
 * @typedef {object} ServerAccess
 * @property {(how?: { name?: string, version?: string }) => Promise<JudgedPlayer>} connect a player, once it
 * has JoinGame: a new one, or of that name; with another version of Minecraft where one is given
 * @property {(ms: number) => Promise<void>} sleep
 * @property {() => number} nowMs never goes back
 *
 * @typedef {object} ServerSettings
 * @property {string} client the mod's identifier to ask with
 * @property {string[]} blocked features that the server is known to block for it
 * @property {number} windowMs in which a player may ask once
 * @property {number} perSecond how many packets a player may send in a second
 * @property {number} patienceMs for each answer
 * @property {string} channel
 * @property {number} awaitEventMs how long somebody has to edit a list; 0: nobody does
 * @property {(line: string) => void} say to the user
 */

/** More than the window, as clocks of two machines differ in pace. */
const MARGIN_MS = 500;
/** After all answers: what comes then was not asked for. */
const SILENCE_MS = 300;

/**
 * Asks as two players would, and judges what comes back.
 * @param {ServerAccess} access
 * @param {ServerSettings} settings
 * @returns {Promise<Verdicts>}
 */
export async function judgeServer(access, settings) {
  const verdicts = new Verdicts();
  const [one, other] = [await join(access, settings, verdicts), await join(access, settings, verdicts)];
  const context = { ...settings, verdicts, sleep: access.sleep, nowMs: access.nowMs };
  try {
    await judgeFirstQuestions(one, context);
    const subscription = await judgeSubscribe(other, context);
    const knowsSubscribe = subscription !== undefined;
    await judgePipelining(other, context);
    await judgeGoldenPackets(other, knowsSubscribe, context);
    const askedAt = await judgeLimit(one, other, context);
    await judgeSilence([one, other], knowsSubscribe, context);
    await judgeRelog(access, one, askedAt, context);
    await judgeAwaitedEvent(other, subscription, context);
    await judgeTooLong(other, context);
    await judgeOldClient(access, context);
  } finally {
    one.leave();
    other.leave();
  }
  return verdicts;
}

async function join({ connect }, { patienceMs }, verdicts) {
  const player = await connect();
  const isAnnounced = await player.announced();
  verdicts.judge(
    isAnnounced,
    'the server does not announce the channel',
    'F-CHANNEL-1',
    'C-ANN-1',
    'C-NAME-1',
  );
  return new Conversation(player, verdicts, patienceMs);
}

/** Right after joining, and again at once. */
async function judgeFirstQuestions(one, context) {
  const { verdicts, nowMs } = context;
  const question = questionOf(context);
  const askedAt = nowMs();
  const { id, answer } = await one.request('checkFeatures', question, { 'of-later': { version: 2 } });
  verdicts.judge(isGranted({ answer }), 'a field that is not described is not ignored', 'C-PKT-3');
  verdicts.judge(isGranted({ answer }), 'no answer without a credential', 'A-GAME-1');
  const rules = ['F-CALL-1', 'C-ANS-1', 'F-CHANNEL-2'];
  verdicts.judge(answer !== undefined, 'no answer to a question right after joining', ...rules);
  judgeAnswer(verdicts, { id, answer, question, blocked: context.blocked });
  const again = await one.request('checkFeatures', question);
  if (isWithin(context, askedAt)) judgeRefusal(verdicts, again, 'a second question at once');
}

/**
 * The limit counts players apart, and a refused request has no effect.
 * @returns {Promise<number | undefined>} when `one` has used its permit; undefined where that is not known
 */
async function judgeLimit(one, other, context) {
  const { verdicts, windowMs, sleep, nowMs } = context;
  const ask = async (player) => await player.request('checkFeatures', questionOf(context));
  await sleep(windowMs + MARGIN_MS);
  const free = { client: context.client, features: questionOf({ ...context, blocked: [] }).features };
  const fresh = await other.request('checkFeatures', free);
  const isEmpty = fresh.answer?.payload?.blocklist?.length === 0;
  if (isGranted(fresh)) verdicts.judge(isEmpty, 'not empty where nothing is blocked', 'F-CHECK-6');
  verdicts.judge(isGranted(fresh), 'a permit was used by packets that were refused', 'C-ANS-4');
  const askedAt = nowMs();
  const besides = await ask(one);
  verdicts.judge(isGranted(besides), `still refused after ${windowMs / 1000} s`, 'F-RATE-1');
  verdicts.judge(isGranted(besides), 'another player’s question counts as this one’s', 'A-GAME-2');
  await sleep(windowMs / 2);
  const refused = await ask(one);
  if (!isWithin(context, askedAt)) return undefined;
  judgeRefusal(verdicts, refused, 'a question after half of the time');
  await sleep(windowMs / 2 + MARGIN_MS);
  const askedLastAt = nowMs();
  verdicts.judge(isGranted(await ask(one)), 'a refused question has made the wait longer', 'E-RATE-2');
  return askedLastAt;
}

/** Whether the limit is still in force that a question has set off; a slow machine may be too late to see. */
function isWithin({ verdicts, windowMs, nowMs }, askedAt) {
  const isInTime = nowMs() - askedAt < windowMs;
  if (!isInTime) verdicts.skip(TOO_SLOW, 'F-RATE-2', 'E-RATE-1', 'E-RATE-2');
  return isInTime;
}

function isGranted({ answer }) {
  return answer?.ok === true;
}

async function judgeSilence(players, knowsSubscribe, { verdicts }) {
  for (const player of players) {
    const late = await player.next(SILENCE_MS);
    verdicts.judge(late === undefined, 'a request was answered more than once', 'C-ANS-1');
    const isQuiet = player.events.length === 0;
    verdicts.judge(isQuiet, 'an event came to a player who has subscribed to nothing', 'P-GAME-2', 'C-EVT-1');
  }
  if (!knowsSubscribe) verdicts.skip('the server has no subscribe', 'C-SUB-2', 'C-SUB-3', 'C-SUB-4');
}
