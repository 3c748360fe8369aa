import { ModSubscriptions } from './mod-subscriptions.mjs';
import { loadPacketsToMods } from './packets.mjs';
import { readRequest } from './read-request.mjs';
import { RuleResults } from './rule-results.mjs';

/** A client that leaves within this time after an answer has crashed; later, the player may have left. */
const CRASH_MS = 2000;
/** Rules that a mod can follow only until the end of the test. */
const NEED_THE_END = ['C-MOD-1', 'C-MOD-2', 'C-ASK-3', 'C-EVT-2', 'C-SUB-3', 'F-CALL-1', 'F-CHANNEL-2'];

/**
 * Checks the messages of one mod. Does no I/O and has no clock: it is called with each event and its time in
 * milliseconds, and returns the messages to send to the mod.
 *
 * The first request is answered with garbage, and then with RATE_LIMITED; the second with INTERNAL_ERROR; the
 * third with a blocklist, twice, and events. After that the mod receives nothing for a while. A mod that
 * sends one request and leaves is answered with garbage, and then with a blocklist. On a server with
 * `subscribe`, the first subscribe request is answered with garbage, and then by {@link ModSubscriptions}.
 */
export class ModChecker {
  results = new RuleResults();
  #windowMs;
  #player;
  #asksOnce;
  #announcedAt;
  #joinedAt;
  #lastRequestAt;
  #answeredAt;
  #answeredLastAt = -Infinity;
  #ids = new Set();
  /** Methods that were answered with NOT_FOUND. */
  #refused = new Set();
  /** Defined on a server with `subscribe`. */
  #subscriptions;
  #client;
  #stage = 0;

  /**
   * @param {{ windowMs: number, player: { name: string, uuid: string }, asksOnce?: boolean, knowsSubscribe?:
   * boolean }} how `windowMs`: window in which one request is allowed
   */
  constructor({ windowMs, player, asksOnce = false, hasSubscribe = false }) {
    if (hasSubscribe) this.#subscriptions = new ModSubscriptions(this.results, windowMs);
    this.#asksOnce = asksOnce;
    this.#windowMs = windowMs;
    this.#player = player;
  }

  /** The time at which the test is complete, in milliseconds; undefined while requests are still expected. */
  get endsAt() {
    return this.#answeredAt === undefined ? undefined : this.#answeredAt + 2 * this.#windowMs;
  }

  announced(nowMs) {
    this.#announcedAt ??= nowMs;
  }

  joined(nowMs) {
    this.#joinedAt ??= nowMs;
  }

  /**
   * @param {Uint8Array} bytes of a message on the channel
   * @returns {Buffer[]} its answers, in order
   */
  received(bytes, nowMs) {
    const answers = this.#answersTo(bytes, nowMs);
    if (answers.length > 0) this.#answeredLastAt = nowMs;
    return answers;
  }

  #answersTo(bytes, nowMs) {
    this.#checkTiming(nowMs);
    const { request, problems } = readRequest(bytes);
    for (const { detail, rules } of problems) this.results.fail(detail, ...rules);
    if (request?.event !== undefined) this.results.fail('an event was answered or sent back', 'C-EVT-2');
    if (problems.length > 0) return [];
    this.results.pass('W-PACKET-1', 'F-CHANNEL-3', 'C-PKT-1', 'C-PKT-2', 'W-REQ-1', 'W-REQ-3', 'W-REQ-5');
    this.results.pass('F-CHANNEL-1', 'F-CHANNEL-2', 'C-NAME-1');
    this.#checkFields(request);
    this.#checkId(request);
    if (request.method === 'subscribe' && this.#subscriptions !== undefined)
      return this.#answerSubscribe(request, nowMs);
    // On a server without `subscribe`, the mod must use checkFeatures.
    if (request.method !== 'checkFeatures') return this.#refuseMethod(request);
    if (this.#refused.has('subscribe')) this.results.pass('C-SUB-1');
    this.results.pass('F-CHECK-1', 'F-CHECK-4');
    this.#checkClient(request);
    this.#checkPace(nowMs);
    return this.#answer(request, nowMs);
  }

  /** @param {string | undefined} reason why the mod's client has left; undefined if it is disconnected now */
  ended(reason, nowMs) {
    this.#checkRefused();
    if (this.#stage > 0) this.results.pass('F-RATE-1', 'F-CALL-3');
    const isEarly = reason !== undefined && !(nowMs >= this.endsAt);
    if (isEarly && !this.#asksOnce && nowMs - this.#answeredLastAt < CRASH_MS)
      this.results.fail(`the client has left right after an answer: ${reason}`, 'C-MOD-1');
    if (isEarly || (this.#asksOnce && this.#stage > 0)) {
      this.results.skip('the mod has left before the end of the test', ...NEED_THE_END);
      return;
    }
    this.#subscriptions?.ended();
    if (this.#subscriptions?.count > 0) {
      this.results.pass('C-MOD-1', 'C-EVT-2', 'F-RATE-1', 'F-CALL-3');
      return;
    }
    if (this.#stage > 1) this.results.pass('C-MOD-1', 'C-MOD-2');
    if (this.#ids.size === 0) this.results.fail('the mod has sent no request', 'F-CALL-1', 'F-CHANNEL-2');
    if (this.#stage === 1)
      this.results.fail('no request after garbage and RATE_LIMITED', 'C-MOD-1', 'C-MOD-2', 'C-ASK-3');
    if (this.#stage === 2) this.results.fail('no request after INTERNAL_ERROR', 'C-ASK-3');
    if (this.#stage > 2) this.results.pass('C-ASK-3', 'C-EVT-2');
  }

  #answerSubscribe(request, nowMs) {
    const answers = this.#subscriptions.answersTo(request, nowMs);
    const isFirst = this.#answeredAt === undefined;
    this.#answeredAt ??= nowMs;
    return isFirst ? [...loadPacketsToMods().map(({ bytes }) => bytes), ...answers] : answers;
  }

  #refuseMethod({ id, method }) {
    this.results.expect(
      !this.#refused.has(method),
      `${method} was requested again after NOT_FOUND`,
      'C-ASK-4',
    );
    this.#refused.add(method);
    return [encode(refusal(id, 'NOT_FOUND'))];
  }

  #checkRefused() {
    if (this.#refused.size === 0)
      this.results.skip('the mod has sent no request that is answered with NOT_FOUND', 'C-ASK-4', 'C-SUB-1');
    else if (this.#refused.has('subscribe') && this.#stage === 0)
      this.results.fail('no checkFeatures after subscribe was answered with NOT_FOUND', 'C-SUB-1');
  }

  #checkFields(request) {
    const undescribed = Object.keys(request).filter((field) => !['id', 'method', 'payload'].includes(field));
    if (undescribed.length === 0) this.results.pass('A-GAME-1');
    else this.results.skip(`fields that are not in the specification: ${undescribed.join(', ')}`, 'A-GAME-1');
  }

  #checkTiming(nowMs) {
    const isAnnounced = this.#announcedAt !== undefined;
    this.results.expect(isAnnounced, 'sent before the channel was announced', 'C-ANN-3');
    const isInGame = this.#joinedAt !== undefined;
    this.results.expect(isInGame, 'sent before JoinGame', 'C-ASK-1', 'F-CALL-1');
    if (this.#ids.size === 0 && isInGame && nowMs - this.#joinedAt > this.#windowMs)
      this.results.fail(`first request ${nowMs - this.#joinedAt} ms after JoinGame`, 'F-CALL-1');
  }

  #checkId({ id }) {
    this.results.expect(!this.#ids.has(id), `the id ${id} was used before`, 'C-ID-1');
    this.#ids.add(id);
  }

  #checkClient({ payload: { client } }) {
    const own = [this.#player.name, this.#player.uuid].map((text) => text.toLowerCase());
    this.results.expect(!own.includes(client.toLowerCase()), 'client is the player', 'F-CHECK-2');
    this.results.expect((this.#client ??= client) === client, 'client has changed', 'F-CHECK-2');
  }

  #checkPace(nowMs) {
    if (this.#lastRequestAt !== undefined) {
      const pause = nowMs - this.#lastRequestAt;
      const detail = `next request after ${pause} ms, within ${this.#windowMs} ms`;
      this.results.expect(pause >= this.#windowMs, detail, 'F-RATE-1', 'F-CALL-3', 'C-ASK-3');
    }
    this.#lastRequestAt = nowMs;
  }

  #answer({ id, payload: { features } }, nowMs) {
    const stage = (this.#stage += 1);
    const garbage = stage === 1 ? loadPacketsToMods().map(({ bytes }) => bytes) : [];
    if (stage === 1 && !this.#asksOnce) return [...garbage, encode(refusal(id, 'RATE_LIMITED'))];
    if (stage === 2) return [encode({ id, ok: false, error: 'INTERNAL_ERROR' })];
    this.#answeredAt ??= nowMs;
    const answer = encode({ id, ok: true, payload: { blocklist: features.slice(0, 1) } });
    return stage === 3 ? [answer, answer, ...EVENTS] : [...garbage, answer];
  }
}

const EVENTS = [
  { event: 'blocklistChanged', payload: { revision: 7, subscriptions: [] } },
  { event: 'something-of-later', payload: {} },
].map(encode);

function refusal(id, error) {
  return {
    id,
    ok: false,
    error,
    message: error === 'RATE_LIMITED' ? 'Try again later.' : 'There is no such method.',
  };
}

function encode(value) {
  return Buffer.from(JSON.stringify(value));
}
