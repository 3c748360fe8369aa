import { Conversation } from './conversation.mjs';
import { RuleResults } from './rule-results.mjs';
import { checkAnswer, checkRefusal, checkSubscribe, payloadOf, TOO_SLOW } from './server-answers.mjs';
import { checkAwaitedEvent, checkOldClient, checkRelog, checkTooLong } from './server-connections.mjs';
import { checkGoldenPackets, checkPipelining } from './server-packets.mjs';

/**
 * @typedef {object} TestPlayer a player on the tested server
 * @property {string} name
 * @property {() => Promise<boolean>} announced whether the server announces the channel
 * @property {(bytes: Uint8Array) => void} send sends on the channel
 * @property {(timeoutMs: number) => Promise<Uint8Array | undefined>} next the next message on the channel
 * @property {() => boolean} isClosed whether the server has closed the connection
 * @property {() => void} leave
 *
 * @typedef {object} ServerAccess
 * @property {(options?: { name?: string, version?: string }) => Promise<TestPlayer>} connect resolves with
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
 * @property {(line: string) => void} printLine prints a line to the user
 */

/** Added to the window, as the clocks of two machines run at different speeds. */
const MARGIN_MS = 500;
/** Wait after all answers: a message that arrives then was not requested. */
const SILENCE_MS = 300;

/**
 * Sends the requests of two players, and checks the answers.
 * @param {ServerAccess} access
 * @param {ServerSettings} settings
 * @returns {Promise<RuleResults>}
 */
export async function checkServer(access, settings) {
  const results = new RuleResults();
  const [first, second] = [await join(access, settings, results), await join(access, settings, results)];
  const context = { ...settings, results, sleep: access.sleep, nowMs: access.nowMs };
  try {
    await checkFirstRequests(first, context);
    const subscription = await checkSubscribe(second, context);
    const hasSubscribe = subscription !== undefined;
    await checkPipelining(second, context);
    await checkGoldenPackets(second, hasSubscribe, context);
    const requestedAt = await checkLimit(first, second, context);
    await checkSilence([first, second], hasSubscribe, context);
    await checkRelog(access, first, requestedAt, context);
    await checkAwaitedEvent(second, subscription, context);
    await checkTooLong(second, context);
    await checkOldClient(access, context);
  } finally {
    first.leave();
    second.leave();
  }
  return results;
}

async function join({ connect }, { answerTimeoutMs }, results) {
  const player = await connect();
  const isAnnounced = await player.announced();
  results.expect(
    isAnnounced,
    'the server does not announce the channel',
    'F-CHANNEL-1',
    'C-ANN-1',
    'C-NAME-1',
  );
  return new Conversation(player, results, answerTimeoutMs);
}

/** Sends a request right after joining, and another one immediately after it. */
async function checkFirstRequests(first, context) {
  const { results, nowMs } = context;
  const payload = payloadOf(context);
  const requestedAt = nowMs();
  const { id, answer } = await first.request('checkFeatures', payload, { 'of-later': { version: 2 } });
  results.expect(isGranted({ answer }), 'an unknown field is not ignored', 'C-PKT-3');
  results.expect(isGranted({ answer }), 'no answer without a credential', 'A-GAME-1');
  const rules = ['F-CALL-1', 'C-ANS-1', 'F-CHANNEL-2'];
  results.expect(answer !== undefined, 'no answer to a request right after joining', ...rules);
  checkAnswer(results, { id, answer, payload, blocked: context.blocked });
  const again = await first.request('checkFeatures', payload);
  if (isWithin(context, requestedAt)) checkRefusal(results, again, 'a second request within the window');
}

/**
 * Checks that the limit counts each player separately, and that a refused request has no effect.
 * @returns {Promise<number | undefined>} the time at which `first` used its permit; undefined if unknown
 */
async function checkLimit(first, second, context) {
  const { results, windowMs, sleep, nowMs } = context;
  const sendRequest = async (player) => await player.request('checkFeatures', payloadOf(context));
  await sleep(windowMs + MARGIN_MS);
  const unblocked = { client: context.client, features: payloadOf({ ...context, blocked: [] }).features };
  const unlimited = await second.request('checkFeatures', unblocked);
  const isEmpty = unlimited.answer?.payload?.blocklist?.length === 0;
  if (isGranted(unlimited)) results.expect(isEmpty, 'not empty although nothing is blocked', 'F-CHECK-6');
  results.expect(isGranted(unlimited), 'a permit was used by refused packets', 'C-ANS-4');
  const requestedAt = nowMs();
  const separate = await sendRequest(first);
  results.expect(isGranted(separate), `still refused after ${windowMs / 1000} s`, 'F-RATE-1');
  results.expect(isGranted(separate), 'another player’s request counts as this one’s', 'A-GAME-2');
  await sleep(windowMs / 2);
  const refused = await sendRequest(first);
  if (!isWithin(context, requestedAt)) return undefined;
  checkRefusal(results, refused, 'a request after half of the window');
  await sleep(windowMs / 2 + MARGIN_MS);
  const lastRequestAt = nowMs();
  results.expect(isGranted(await sendRequest(first)), 'a refused request has extended the wait', 'E-RATE-2');
  return lastRequestAt;
}

/**
 * Returns whether a request at `requestedAt` still limits the player; on a slow machine the window may be
 * over.
 */
function isWithin({ results, windowMs, nowMs }, requestedAt) {
  const isInTime = nowMs() - requestedAt < windowMs;
  if (!isInTime) results.skip(TOO_SLOW, 'F-RATE-2', 'E-RATE-1', 'E-RATE-2');
  return isInTime;
}

function isGranted({ answer }) {
  return answer?.ok === true;
}

async function checkSilence(players, hasSubscribe, { results }) {
  for (const player of players) {
    const late = await player.next(SILENCE_MS);
    results.expect(late === undefined, 'a request was answered more than once', 'C-ANS-1');
    const hasSubscribed = hasSubscribe && player === players[1];
    const isQuiet = hasSubscribed || player.events.length === 0;
    results.expect(isQuiet, 'a player without a subscription received an event', 'P-GAME-2', 'C-EVT-1');
  }
  if (!hasSubscribe) results.skip('the server does not support subscribe', 'C-SUB-2', 'C-SUB-3', 'C-SUB-4');
}
