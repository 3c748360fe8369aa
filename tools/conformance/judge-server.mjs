import { Conversation } from './conversation.mjs';
import { judgeAwaitedEvent, judgeOldClient, judgeRelog, judgeTooLong } from './server-connections.mjs';
import { judgeGoldenPackets, judgePipelining } from './server-packets.mjs';
import { judgeAnswer, judgeRefusal, judgeSubscribe, payloadOf, TOO_SLOW } from './server-answers.mjs';
import { Verdicts } from './verdicts.mjs';

/**
 * @typedef {object} JudgedPlayer a player on the tested server
 * @property {string} name
 * @property {() => Promise<boolean>} announced whether the server announces the channel
 * @property {(bytes: Uint8Array) => void} send sends on the channel
 * @property {(timeoutMs: number) => Promise<Uint8Array | undefined>} next the next message on the channel
 * @property {() => boolean} isClosed whether the server has closed the connection
 * @property {() => void} leave
 *
 * @typedef {object} ServerAccess
 * @property {(options?: { name?: string, version?: string }) => Promise<JudgedPlayer>} connect resolves with
 * a player after JoinGame: by default a new player, with the default version of Minecraft
 * @property {(ms: number) => Promise<void>} sleep
 * @property {() => number} nowMs monotonic time
 *
 * @typedef {object} ServerSettings
 * @property {string} client the mod's identifier in the requests
 * @property {string[]} blocked features that the server is known to block for this client
 * @property {number} windowMs window in which a player may send one request
 * @property {number} perSecond packets that a player may send in a second
 * @property {number} answerTimeoutMs deadline of each answer
 * @property {string} channel
 * @property {number} awaitEventMs time for the user to edit a list; 0: no edit
 * @property {(line: string) => void} say prints a line to the user
 */

/** Added to the window, as the clocks of two machines run at different speeds. */
const MARGIN_MS = 500;
/** Wait after all answers: a message that arrives then was not requested. */
const SILENCE_MS = 300;

/**
 * Sends the requests of two players, and checks the answers.
 * @param {ServerAccess} access
 * @param {ServerSettings} settings
 * @returns {Promise<Verdicts>}
 */
export async function judgeServer(access, settings) {
  const verdicts = new Verdicts();
  const [first, second] = [await join(access, settings, verdicts), await join(access, settings, verdicts)];
  const context = { ...settings, verdicts, sleep: access.sleep, nowMs: access.nowMs };
  try {
    await judgeFirstRequests(first, context);
    const subscription = await judgeSubscribe(second, context);
    const hasSubscribe = subscription !== undefined;
    await judgePipelining(second, context);
    await judgeGoldenPackets(second, hasSubscribe, context);
    const requestedAt = await judgeLimit(first, second, context);
    await judgeSilence([first, second], hasSubscribe, context);
    await judgeRelog(access, first, requestedAt, context);
    await judgeAwaitedEvent(second, subscription, context);
    await judgeTooLong(second, context);
    await judgeOldClient(access, context);
  } finally {
    first.leave();
    second.leave();
  }
  return verdicts;
}

async function join({ connect }, { answerTimeoutMs }, verdicts) {
  const player = await connect();
  const isAnnounced = await player.announced();
  verdicts.judge(
    isAnnounced,
    'the server does not announce the channel',
    'F-CHANNEL-1',
    'C-ANN-1',
    'C-NAME-1',
  );
  return new Conversation(player, verdicts, answerTimeoutMs);
}

/** Sends a request right after joining, and another one immediately after it. */
async function judgeFirstRequests(first, context) {
  const { verdicts, nowMs } = context;
  const payload = payloadOf(context);
  const requestedAt = nowMs();
  const { id, answer } = await first.request('checkFeatures', payload, { 'of-later': { version: 2 } });
  verdicts.judge(isGranted({ answer }), 'an unknown field is not ignored', 'C-PKT-3');
  verdicts.judge(isGranted({ answer }), 'no answer without a credential', 'A-GAME-1');
  const rules = ['F-CALL-1', 'C-ANS-1', 'F-CHANNEL-2'];
  verdicts.judge(answer !== undefined, 'no answer to a request right after joining', ...rules);
  judgeAnswer(verdicts, { id, answer, payload, blocked: context.blocked });
  const again = await first.request('checkFeatures', payload);
  if (isWithin(context, requestedAt)) judgeRefusal(verdicts, again, 'a second request within the window');
}

/**
 * Checks that the limit counts each player separately, and that a refused request has no effect.
 * @returns {Promise<number | undefined>} the time at which `first` used its permit; undefined if unknown
 */
async function judgeLimit(first, second, context) {
  const { verdicts, windowMs, sleep, nowMs } = context;
  const sendRequest = async (player) => await player.request('checkFeatures', payloadOf(context));
  await sleep(windowMs + MARGIN_MS);
  const unblocked = { client: context.client, features: payloadOf({ ...context, blocked: [] }).features };
  const unlimited = await second.request('checkFeatures', unblocked);
  const isEmpty = unlimited.answer?.payload?.blocklist?.length === 0;
  if (isGranted(unlimited)) verdicts.judge(isEmpty, 'not empty although nothing is blocked', 'F-CHECK-6');
  verdicts.judge(isGranted(unlimited), 'a permit was used by refused packets', 'C-ANS-4');
  const requestedAt = nowMs();
  const separate = await sendRequest(first);
  verdicts.judge(isGranted(separate), `still refused after ${windowMs / 1000} s`, 'F-RATE-1');
  verdicts.judge(isGranted(separate), 'another player’s request counts as this one’s', 'A-GAME-2');
  await sleep(windowMs / 2);
  const refused = await sendRequest(first);
  if (!isWithin(context, requestedAt)) return undefined;
  judgeRefusal(verdicts, refused, 'a request after half of the window');
  await sleep(windowMs / 2 + MARGIN_MS);
  const lastRequestAt = nowMs();
  verdicts.judge(isGranted(await sendRequest(first)), 'a refused request has extended the wait', 'E-RATE-2');
  return lastRequestAt;
}

/**
 * Returns whether a request at `requestedAt` still limits the player; on a slow machine the window may be
 * over.
 */
function isWithin({ verdicts, windowMs, nowMs }, requestedAt) {
  const isInTime = nowMs() - requestedAt < windowMs;
  if (!isInTime) verdicts.skip(TOO_SLOW, 'F-RATE-2', 'E-RATE-1', 'E-RATE-2');
  return isInTime;
}

function isGranted({ answer }) {
  return answer?.ok === true;
}

async function judgeSilence(players, hasSubscribe, { verdicts }) {
  for (const player of players) {
    const late = await player.next(SILENCE_MS);
    verdicts.judge(late === undefined, 'a request was answered more than once', 'C-ANS-1');
    const hasSubscribed = hasSubscribe && player === players[1];
    const isQuiet = hasSubscribed || player.events.length === 0;
    verdicts.judge(isQuiet, 'a player without a subscription received an event', 'P-GAME-2', 'C-EVT-1');
  }
  if (!hasSubscribe) verdicts.skip('the server does not support subscribe', 'C-SUB-2', 'C-SUB-3', 'C-SUB-4');
}
