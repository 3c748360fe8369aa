import { randomUUID } from 'node:crypto';
import { checkServer } from '../../tools/check/conformance/check-server.mjs';

const WINDOW_MS = 10_000;
const MAX_PACKET_BYTES = 32_767;
const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const BLOCKED = new Set(['fly']);
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
    const isMute = version === '1.12.2' && !faults.has('sends on the long channel name to old clients');
    const inbox = [];
    return {
      name,
      isClosed: () => false,
      announced: async () => !faults.has('does not announce the channel'),
      send: (bytes) => isMute || inbox.push(...this.#answersTo(bytes, name)),
      next: async () => inbox.shift(),
      leave: () => {},
    };
  }

  #answersTo(bytes, player) {
    const answer = this.#answerTo(bytes, player);
    if (answer === undefined) return [];
    const faults = this.#faults;
    if (faults.has('answers with another id')) answer.id = randomUUID();
    const json = Buffer.from(JSON.stringify(answer));
    const message = faults.has('writes a length before the JSON text')
      ? Buffer.concat([Buffer.from([json.length & 0x7f]), json])
      : json;
    return faults.has('answers twice') ? [message, message] : [message];
  }

  #answerTo(bytes, player) {
    if (bytes.length > MAX_PACKET_BYTES) return refusal('', 'BAD_REQUEST');
    const request = parse(bytes);
    if (request === undefined)
      return this.#faults.has('drops packets that are not JSON') ? undefined : refusal('', 'BAD_REQUEST');
    const id = typeof request.id === 'string' ? request.id : '';
    if (!isText(request.id, 128) || !isText(request.method, 128))
      return refusal(isText(request.id, 128) ? id : '', 'BAD_REQUEST');
    const { payload } = request;
    const isObject = payload === undefined || (typeof payload === 'object' && !Array.isArray(payload));
    if (!isObject) return refusal(id, 'BAD_REQUEST');
    if (request.method !== 'checkFeatures') return refusal(id, 'NOT_FOUND');
    return this.#check(id, payload ?? {}, player);
  }

  #check(id, { client, features }, player) {
    const areTexts = Array.isArray(features) && features.every((name) => isText(name, 256));
    if (!isText(client, 128) || !areTexts) return refusal(id, 'BAD_REQUEST');
    if (!this.#takePermit(player)) return refusal(id, 'RATE_LIMITED');
    const blocked = this.#faults.has('ignores the blocklists') ? new Set() : BLOCKED;
    const blocklist = [...new Set(features)].filter((name) => blocked.has(name));
    return { id, ok: true, payload: { blocklist } };
  }

  #takePermit(player) {
    const subject = this.#faults.has('shares one limit among all players') ? 'all' : player;
    const isGranted = this.nowMs - (this.#permittedAt.get(subject) ?? -Infinity) >= WINDOW_MS;
    if (isGranted) this.#permittedAt.set(subject, this.nowMs);
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
 */
export async function checkSimulatedServer(faults, rules) {
  const server = new SimulatedServer(new Set(faults));
  const access = {
    connect: async (how) => server.connect(how),
    nowMs: () => server.nowMs,
    sleep: async (ms) => {
      server.nowMs += ms;
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
