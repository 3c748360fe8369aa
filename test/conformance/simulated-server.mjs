import { randomUUID } from 'node:crypto';
import { checkServer } from '../../tools/check/conformance/check-server.mjs';

const WINDOW_MS = 10_000;
const MAX_PACKET_BYTES = 32_767;
const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const BLOCKED = new Set(['fly']);
/** Not a fault: the server supports subscribe, and a list is edited during the test. */
const NOTIFIES = 'sends an event to a player who has subscribed';
const refusal = (id, error, message = 'No.') => ({ id, ok: false, error, message });

/**
 * A server in memory, correct except for its faults.
 * @param {Set<string>} faults
 */
class SimulatedServer {
  nowMs = 0;
  #faults;
  #permittedAt = new Map();

  constructor(faults) {
    this.#faults = faults;
  }

  connect({ name = randomUUID(), version } = {}) {
    const faults = this.#faults;
    // The rate limit identifies players by this id.
    const player = faults.has('resets the limit when a player leaves') ? randomUUID() : name;
    const isMute = version === '1.12.2' && !faults.has('sends on the long channel name to old clients');
    const inbox = [];
    return {
      name,
      isClosed: () => false,
      announced: async () => !faults.has('does not announce the channel'),
      send: (bytes) => isMute || inbox.push(...this.#answersTo(bytes, player)),
      next: async () => inbox.shift(),
      leave: () => {},
    };
  }

  #answersTo(bytes, player) {
    const answer = this.#answerTo(bytes, player);
    if (answer === undefined) return [];
    const faults = this.#faults;
    if (faults.has('answers with ok as a string')) answer.ok = String(answer.ok);
    if (faults.has('answers with another id')) answer.id = randomUUID();
    if (faults.has('sends error codes in lower case')) answer.error = answer.error?.toLowerCase();
    const json = Buffer.from(JSON.stringify(answer));
    const message = faults.has('writes a length before the JSON text')
      ? Buffer.concat([Buffer.from([json.length & 0x7f]), json])
      : json;
    const event = Buffer.from('{"event":"checked","payload":{}}');
    const isNotified = faults.has(NOTIFIES) && answer.payload?.subscriptions !== undefined;
    return [
      message,
      ...(faults.has('answers twice') ? [message] : []),
      ...(faults.has('sends an event after each check') && answer.ok === true ? [event] : []),
      ...(isNotified ? [event] : []),
    ];
  }

  #answerTo(bytes, player) {
    if (bytes.length > MAX_PACKET_BYTES && !this.#faults.has('accepts packets of any size'))
      return refusal('', 'BAD_REQUEST');
    const request = parse(bytes);
    if (request === undefined)
      return this.#faults.has('drops packets that are not JSON') ? undefined : refusal('', 'BAD_REQUEST');
    const id = typeof request.id === 'string' ? request.id : '';
    if (!isText(request.id, 128) || !isText(request.method, 128))
      return refusal(isText(request.id, 128) ? id : '', 'BAD_REQUEST');
    const { payload } = request;
    const isObject = payload === undefined || (typeof payload === 'object' && !Array.isArray(payload));
    if (!isObject && this.#faults.has('accepts an array as a payload'))
      return { id, ok: true, payload: { blocklist: [] } };
    if (!isObject) return refusal(id, 'BAD_REQUEST');
    if (request.method === 'subscribe' && this.#faults.has(NOTIFIES))
      return this.#subscribe(id, payload, player);
    if (request.method !== 'checkFeatures')
      return refusal(
        id,
        this.#faults.has('answers BAD_REQUEST to an unknown method') ? 'BAD_REQUEST' : 'NOT_FOUND',
      );
    return this.#check(id, payload ?? {}, player);
  }

  #subscribe(id, { subscriptions }, player) {
    if (!this.#takePermit(`${player}, subscribe`)) return refusal(id, 'RATE_LIMITED');
    const answers = subscriptions.map(({ client, features }) => {
      return { client, blocklist: [...new Set(features)].filter((name) => BLOCKED.has(name)) };
    });
    return { id, ok: true, payload: { revision: 1, subscriptions: answers } };
  }

  #check(id, { client, features }, player) {
    const areTexts = Array.isArray(features) && features.every((name) => isText(name, 256));
    if (!isText(client, 128) || !areTexts) {
      if (!this.#faults.has('accepts a request without features')) return refusal(id, 'BAD_REQUEST');
      return { id, ok: true, payload: { blocklist: [] } };
    }
    if (!this.#takePermit(player)) return refusal(id, 'RATE_LIMITED');
    const requested = this.#faults.has('answers with the whole list') ? [...BLOCKED, 'x-ray'] : features;
    const found = requested.filter((name) => BLOCKED.has(name) || name === 'x-ray');
    const blocklist = this.#faults.has('repeats duplicate names in the answer') ? found : [...new Set(found)];
    return {
      id,
      ok: true,
      payload: { blocklist: this.#faults.has('ignores the blocklists') ? [] : blocklist },
    };
  }

  #takePermit(player) {
    const subject = this.#faults.has('shares one limit among all players') ? 'all' : player;
    const isGranted = this.nowMs - (this.#permittedAt.get(subject) ?? -Infinity) >= WINDOW_MS;
    if (isGranted || this.#faults.has('extends the limit for refused requests'))
      this.#permittedAt.set(subject, this.nowMs);
    return isGranted || this.#faults.has('has no limit');
  }
}

function isText(value, maxLength) {
  return typeof value === 'string' && value.length >= 1 && value.length <= maxLength;
}

function parse(bytes) {
  try {
    const value = JSON.parse(UTF_8.decode(bytes));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Tests a simulated server.
 * @param {string[]} faults
 * @param {import('../../tools/check/conformance/rules.mjs').Rule[]} rules
 * @param {number} [lateMs] added to each sleep of the checker, as on a slow machine
 */
export async function checkSimulatedServer(faults, rules, lateMs = 0) {
  const server = new SimulatedServer(new Set(faults));
  const access = {
    connect: async (how) => server.connect(how),
    nowMs: () => server.nowMs,
    sleep: async (ms) => {
      server.nowMs += ms + lateMs;
    },
  };
  const settings = {
    client: 'my-mod',
    blocked: ['fly'],
    windowMs: WINDOW_MS,
    perSecond: 10,
    answerTimeoutMs: 1000,
    channel: 'service:feature-control',
    awaitEventMs: 0,
    printLine: () => {},
  };
  return (await checkServer(access, settings)).toList(rules);
}
