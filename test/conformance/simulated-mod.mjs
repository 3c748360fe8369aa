import { randomUUID } from 'node:crypto';
import { ModChecker } from '../../tools/check/conformance/check-mod.mjs';

const WINDOW_MS = 10_000;
const STEP_MS = 50;
const MAX_MS = 200_000;
const MISSES_EVENTS = 'does not subscribe again after a missed event';
const SUBSCRIBES_TO_NOTHING = 'subscribes without subscriptions';
/** Has fewer than 128 characters, but more than 128 UTF-16 code units. */
const CLIENT = '\u{1F431}'.repeat(100);
const PLAYER = { name: 'Player1', uuid: '069a79f4-44e9-4726-a5be-fca90e38aaf5' };

/**
 * A mod in memory, correct except for its faults. It sends a request after JoinGame, and repeats it if there
 * is not an answer.
 * @param {Set<string>} faults
 */
class SimulatedMod {
  /** The reason of the crash; undefined while it runs. */
  crash;
  #faults;
  #pendingId;
  #nextRequestMs = 0;
  #outgoing = [];
  #count = 0;

  constructor(faults) {
    this.#faults = faults;
  }

  /** @returns {Buffer[]} the messages that it sends now */
  tick(nowMs, { announced, joined }) {
    const faults = this.#faults;
    const maySend =
      (announced || faults.has('sends a request without an announcement')) &&
      (joined || faults.has('sends a request before JoinGame'));
    if (
      this.crash === undefined &&
      maySend &&
      nowMs >= this.#nextRequestMs &&
      !faults.has('sends no request')
    )
      this.#sendRequest(nowMs);
    return this.#outgoing.splice(0);
  }

  receive(bytes, nowMs) {
    const faults = this.#faults;
    const answer = parse(bytes);
    if (answer === undefined) {
      if (faults.has('crashes on garbage')) this.crash = 'an exception in the mod';
      return;
    }
    if (answer.event !== undefined) {
      if (faults.has('answers events')) this.#outgoing.push(encode({ ...answer, id: randomUUID() }));
      return;
    }
    const isOurs =
      answer.id === this.#pendingId || (faults.has('accepts answers with any id') && answer.ok === true);
    if (isOurs) this.#handleAnswer(answer, nowMs);
  }

  #handleAnswer(answer, nowMs) {
    this.#pendingId = undefined;
    if (answer.ok === true) this.#nextRequestMs = this.#faults.has('polls') ? nowMs + 1000 : Infinity;
    const isFinal = answer.error === 'INTERNAL_ERROR' && this.#faults.has('gives up after an error');
    if (isFinal) this.#nextRequestMs = Infinity;
    if (answer.error === 'RATE_LIMITED' && this.#faults.has('repeats a request immediately'))
      this.#nextRequestMs = nowMs + 1000;
  }

  #sendRequest(nowMs) {
    const faults = this.#faults;
    this.#count += 1;
    if (faults.has(MISSES_EVENTS) || faults.has(SUBSCRIBES_TO_NOTHING)) {
      this.#nextRequestMs = Infinity;
      const payload = faults.has(MISSES_EVENTS)
        ? { subscriptions: [{ client: CLIENT, features: ['fly'] }] }
        : {};
      this.#outgoing.push(encode({ id: randomUUID(), method: 'subscribe', payload }));
      return;
    }
    if (faults.has('subscribes again after NOT_FOUND'))
      this.#outgoing.push(encode({ id: randomUUID(), method: 'subscribe', payload: { subscriptions: [] } }));
    const id = faults.has('reuses an id') ? 'the-same' : randomUUID();
    this.#pendingId = id;
    this.#nextRequestMs = nowMs + WINDOW_MS + STEP_MS;
    const client = faults.has('sends the player name as the client') ? PLAYER.name : CLIENT;
    const named = faults.has('changes its identifier') ? `${client}-${this.#count}` : client;
    const features = faults.has('sends its features as one string') ? 'fly,minimap' : ['fly', 'minimap'];
    const request = encode({
      ...(!faults.has('sends no id') && { id }),
      method: 'checkFeatures',
      payload: { client: named, features },
    });
    this.#outgoing.push(
      faults.has('writes a length before the JSON text')
        ? Buffer.concat([Buffer.from([request.length & 0x7f, 1]), request])
        : request,
    );
  }
}

function encode(value) {
  return Buffer.from(JSON.stringify(value));
}

function parse(bytes) {
  try {
    const value = JSON.parse(bytes.toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Tests a simulated mod on a connection with the announcement after 1 second, and JoinGame after 2. */
export function checkSimulatedMod(faults, rules) {
  const mod = new SimulatedMod(new Set(faults));
  const hasSubscribe = faults.includes(MISSES_EVENTS) || faults.includes(SUBSCRIBES_TO_NOTHING);
  const checker = new ModChecker({ windowMs: WINDOW_MS, player: PLAYER, hasSubscribe });
  // A late announcement reveals a mod that does not wait for it.
  const announcedMs = faults.includes('sends a request without an announcement') ? 4000 : 1000;
  let nowMs = 0;
  const isOver = () => mod.crash !== undefined || nowMs > MAX_MS || nowMs > (checker.endsAt ?? Infinity);
  for (; !isOver(); nowMs += STEP_MS) {
    if (nowMs >= announcedMs) checker.announced(nowMs);
    if (nowMs >= 2000) checker.joined(nowMs);
    for (const packet of mod.tick(nowMs, { announced: nowMs >= announcedMs, joined: nowMs >= 2000 }))
      for (const answer of checker.received(packet, nowMs)) mod.receive(answer, nowMs);
  }
  checker.ended(mod.crash, nowMs);
  return checker.results.toList(rules);
}
