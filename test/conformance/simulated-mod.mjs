import { randomUUID } from 'node:crypto';
import { ModJudge } from '../../tools/conformance/judge-mod.mjs';

const WINDOW_MS = 10_000;
const STEP_MS = 50;
const MOST_MS = 200_000;
const MISSES_EVENTS = 'does not subscribe again after a missed event';
const PLAYER = { name: 'Player1', uuid: '069a79f4-44e9-4726-a5be-fca90e38aaf5' };

/**
 * A mod in memory, right but for its faults: it asks after JoinGame, and again where it was not answered.
 * @param {Set<string>} faults
 */
class SimulatedMod {
  gone;
  #faults;
  #open;
  #nextAt = 0;
  #outgoing = [];
  #count = 0;

  constructor(faults) {
    this.#faults = faults;
  }

  /** @returns {Buffer[]} what it sends now */
  tick(nowMs, { announced, joined }) {
    const faults = this.#faults;
    const mayAsk =
      (announced || faults.has('asks without an announcement')) &&
      (joined || faults.has('asks before JoinGame'));
    if (this.gone === undefined && mayAsk && nowMs >= this.#nextAt && !faults.has('asks nothing'))
      this.#ask(nowMs);
    return this.#outgoing.splice(0);
  }

  receive(bytes, nowMs) {
    const faults = this.#faults;
    const answer = parse(bytes);
    if (answer === undefined) {
      if (faults.has('crashes on garbage')) this.gone = 'an exception in the mod';
      return;
    }
    if (answer.event !== undefined) {
      if (faults.has('answers events')) this.#outgoing.push(encode({ ...answer, id: randomUUID() }));
      return;
    }
    const isOurs =
      answer.id === this.#open || (faults.has('takes any answer for its own') && answer.ok === true);
    if (isOurs) this.#take(answer, nowMs);
  }

  #take(answer, nowMs) {
    this.#open = undefined;
    if (answer.ok === true) this.#nextAt = this.#faults.has('polls') ? nowMs + 1000 : Infinity;
    const isFinal = answer.error === 'INTERNAL_ERROR' && this.#faults.has('gives up after an error');
    if (isFinal) this.#nextAt = Infinity;
    if (answer.error === 'RATE_LIMITED' && this.#faults.has('asks again at once'))
      this.#nextAt = nowMs + 1000;
  }

  #ask(nowMs) {
    const faults = this.#faults;
    this.#count += 1;
    if (faults.has(MISSES_EVENTS)) {
      this.#nextAt = Infinity;
      const subscriptions = [{ client: 'my-mod', features: ['fly'] }];
      this.#outgoing.push(encode({ id: randomUUID(), method: 'subscribe', payload: { subscriptions } }));
      return;
    }
    if (faults.has('subscribes again after NOT_FOUND'))
      this.#outgoing.push(encode({ id: randomUUID(), method: 'subscribe', payload: { subscriptions: [] } }));
    const id = faults.has('uses an id again') ? 'the-same' : randomUUID();
    this.#open = id;
    this.#nextAt = nowMs + WINDOW_MS + STEP_MS;
    const client = faults.has('names the player as the client') ? PLAYER.name : 'my-mod';
    const named = faults.has('changes its name') ? `${client}-${this.#count}` : client;
    const features = faults.has('sends its features as one text') ? 'fly,minimap' : ['fly', 'minimap'];
    const request = encode({
      ...(!faults.has('sends no id') && { id }),
      method: 'checkFeatures',
      payload: { client: named, features },
    });
    this.#outgoing.push(
      faults.has('writes a length before the JSON')
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

/** Simulates the connection in steps: its announcement after a second, JoinGame after another. */
export function judgeSimulatedMod(faults, rules) {
  const mod = new SimulatedMod(new Set(faults));
  const knowsSubscribe = faults.includes(MISSES_EVENTS);
  const judge = new ModJudge({ windowMs: WINDOW_MS, player: PLAYER, knowsSubscribe });
  // To ask without an announcement shows where that comes late.
  const announcedMs = faults.includes('asks without an announcement') ? 4000 : 1000;
  let nowMs = 0;
  const isOver = () => mod.gone !== undefined || nowMs > MOST_MS || nowMs > (judge.endsAt ?? Infinity);
  for (; !isOver(); nowMs += STEP_MS) {
    if (nowMs >= announcedMs) judge.announced(nowMs);
    if (nowMs >= 2000) judge.joined(nowMs);
    for (const packet of mod.tick(nowMs, { announced: nowMs >= announcedMs, joined: nowMs >= 2000 }))
      for (const answer of judge.received(packet, nowMs)) mod.receive(answer, nowMs);
  }
  judge.ended(mod.gone, nowMs);
  return judge.verdicts.toList(rules);
}
