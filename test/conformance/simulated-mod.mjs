import { randomUUID } from 'node:crypto';
import { ModChecker } from '../../tools/check/conformance/check-mod.mjs';
import { rulesFor } from '../../tools/check/conformance/rules.mjs';

const WINDOW_MS = 10_000;
const STEP_MS = 50;
const MAX_MS = 200_000;
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

  constructor(faults) {
    this.#faults = faults;
  }

  /** @returns {Buffer[]} the messages that it sends now */
  tick(nowMs, { announced, joined }) {
    const maySend = announced && (joined || this.#faults.has('sends a request before JoinGame'));
    const isSilent = this.crash !== undefined || this.#faults.has('sends no request');
    if (maySend && !isSilent && nowMs >= this.#nextRequestMs) this.#sendRequest(nowMs);
    return this.#outgoing.splice(0);
  }

  receive(bytes, nowMs) {
    const answer = parse(bytes);
    if (answer === undefined) {
      if (this.#faults.has('crashes on garbage')) this.crash = 'an exception in the mod';
      return;
    }
    const acceptsAny = this.#faults.has('accepts answers with any id') && answer.ok === true;
    if (answer.event === undefined && (acceptsAny || answer.id === this.#pendingId))
      this.#handleAnswer(answer, nowMs);
  }

  #handleAnswer(answer, nowMs) {
    this.#pendingId = undefined;
    if (answer.ok === true) this.#nextRequestMs = this.#faults.has('polls') ? nowMs + 1000 : Infinity;
    if (answer.error === 'RATE_LIMITED' && this.#faults.has('repeats a request immediately'))
      this.#nextRequestMs = nowMs + 1000;
  }

  #sendRequest(nowMs) {
    const id = this.#faults.has('reuses an id') ? 'the-same' : randomUUID();
    this.#pendingId = id;
    this.#nextRequestMs = nowMs + WINDOW_MS + STEP_MS;
    const client = this.#faults.has('sends the player name as the client') ? PLAYER.name : CLIENT;
    const payload = { client, features: ['fly', 'minimap'] };
    this.#outgoing.push(Buffer.from(JSON.stringify({ id, method: 'checkFeatures', payload })));
  }
}

function parse(bytes) {
  try {
    const value = JSON.parse(bytes.toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Tests a simulated mod on a connection with the announcement after 1 second, and JoinGame after 2.
 * @param {string[]} faults
 * @param {number} [leavesAtMs] when the player leaves; by default never
 * @returns {import('../../tools/check/conformance/rule-results.mjs').RuleResult[]}
 */
export function checkSimulatedMod(faults, leavesAtMs = Infinity) {
  const mod = new SimulatedMod(new Set(faults));
  const checker = new ModChecker({ windowMs: WINDOW_MS, player: PLAYER, hasSubscribe: false });
  let nowMs = 0;
  const isOver = () =>
    mod.crash !== undefined || nowMs > MAX_MS || nowMs >= Math.min(leavesAtMs, checker.endsAt ?? Infinity);
  for (; !isOver(); nowMs += STEP_MS) {
    if (nowMs >= 1000) checker.announced(nowMs);
    if (nowMs >= 2000) checker.joined(nowMs);
    for (const packet of mod.tick(nowMs, { announced: nowMs >= 1000, joined: nowMs >= 2000 }))
      for (const answer of checker.received(packet, nowMs)) mod.receive(answer, nowMs);
  }
  checker.ended(mod.crash ?? (nowMs >= leavesAtMs ? 'the player has left' : undefined), nowMs);
  return checker.results.toList(rulesFor('mod'));
}
