import { randomUUID } from 'node:crypto';
import { judgeServer } from '../../tools/conformance/judge-server.mjs';

const WINDOW_MS = 10_000;
const LARGEST_PACKET = 32_767;
const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const BLOCKED = new Set(['fly']);
const refusal = (id, error, message = 'No.') => ({ id, ok: false, error, message });

/**
 * A server in memory, right but for the faults that it is given.
 * @param {Set<string>} faults
 */
class SimulatedServer {
  nowMs = 0;
  #faults;
  #askedAt = new Map();

  constructor(faults) {
    this.#faults = faults;
  }

  connect({ name = randomUUID(), version } = {}) {
    const faults = this.#faults;
    // The limit counts players by it.
    const player = faults.has('forgets who leaves') ? randomUUID() : name;
    const isMute = version === '1.12.2' && !faults.has('speaks to old clients on the long name');
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
    if (faults.has('answers with ok as a text')) answer.ok = String(answer.ok);
    if (faults.has('answers with an id of its own')) answer.id = randomUUID();
    if (faults.has('has its error codes in lower case')) answer.error = answer.error?.toLowerCase();
    const json = Buffer.from(JSON.stringify(answer));
    const message = faults.has('writes a length before the JSON')
      ? Buffer.concat([Buffer.from([json.length & 0x7f]), json])
      : json;
    const event = Buffer.from('{"event":"checked","payload":{}}');
    return [
      message,
      ...(faults.has('answers twice') ? [message] : []),
      ...(faults.has('sends an event after each check') && answer.ok === true ? [event] : []),
    ];
  }

  #answerTo(bytes, player) {
    if (bytes.length > LARGEST_PACKET && !this.#faults.has('reads packets of any size'))
      return refusal('', 'BAD_REQUEST');
    const request = parse(bytes);
    if (request === undefined)
      return this.#faults.has('drops what is no JSON') ? undefined : refusal('', 'BAD_REQUEST');
    const id = typeof request.id === 'string' ? request.id : '';
    if (!isText(request.id, 128) || !isText(request.method, 128))
      return refusal(isText(request.id, 128) ? id : '', 'BAD_REQUEST');
    const { payload } = request;
    const isObject = payload === undefined || (typeof payload === 'object' && !Array.isArray(payload));
    if (!isObject && this.#faults.has('takes an array as a payload'))
      return { id, ok: true, payload: { blocklist: [] } };
    if (!isObject) return refusal(id, 'BAD_REQUEST');
    if (request.method !== 'checkFeatures')
      return refusal(
        id,
        this.#faults.has('takes an unknown method for a bad request') ? 'BAD_REQUEST' : 'NOT_FOUND',
      );
    return this.#check(id, payload ?? {}, player);
  }

  #check(id, { client, features }, player) {
    const areTexts = Array.isArray(features) && features.every((name) => isText(name, 256));
    if (!isText(client, 128) || !areTexts) {
      if (!this.#faults.has('answers without features as if there were none'))
        return refusal(id, 'BAD_REQUEST');
      return { id, ok: true, payload: { blocklist: [] } };
    }
    if (!this.#takePermit(player)) return refusal(id, 'RATE_LIMITED');
    const asked = this.#faults.has('answers with the whole list') ? [...BLOCKED, 'x-ray'] : features;
    const found = asked.filter((name) => BLOCKED.has(name) || name === 'x-ray');
    const blocklist = this.#faults.has('repeats what was asked twice') ? found : [...new Set(found)];
    return { id, ok: true, payload: { blocklist: this.#faults.has('knows no list') ? [] : blocklist } };
  }

  #takePermit(player) {
    const subject = this.#faults.has('limits all players together') ? 'all' : player;
    const isGranted = this.nowMs - (this.#askedAt.get(subject) ?? -Infinity) >= WINDOW_MS;
    if (isGranted || this.#faults.has('lets refused questions prolong the wait'))
      this.#askedAt.set(subject, this.nowMs);
    return isGranted || this.#faults.has('has no limit');
  }
}

function isText(value, most) {
  return typeof value === 'string' && value.length >= 1 && value.length <= most;
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
 * @param {string[]} faults
 * @param {import('../../tools/conformance/rules.mjs').Rule[]} rules
 * @param {number} [lateMs] how much longer than asked the machine of the judge sleeps
 */
export async function judgeSimulatedServer(faults, rules, lateMs = 0) {
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
    patienceMs: 1000,
    channel: 'service:feature-control',
    awaitEventMs: 0,
    say: () => {},
  };
  return (await judgeServer(access, settings)).toList(rules);
}
