import { randomUUID } from 'node:crypto';
import { readMessage } from './read-message.mjs';

/** One player on the tested server. Every received message is checked on its own. */
export class Conversation {
  /** Received events, in order. */
  events = [];
  #player;
  #results;
  #answerTimeoutMs;

  /**
   * @param {import('./check-server.mjs').TestPlayer} player
   * @param {import('./rule-results.mjs').RuleResults} results
   * @param {number} answerTimeoutMs deadline of each answer
   */
  constructor(player, results, answerTimeoutMs) {
    this.#player = player;
    this.#results = results;
    this.#answerTimeoutMs = answerTimeoutMs;
  }

  /** @param {Uint8Array} bytes */
  write(bytes) {
    this.#player.send(bytes);
  }

  /**
   * @param {Uint8Array} bytes
   * @returns {Promise<any>} the next answer's JSON; undefined if none arrives
   */
  async send(bytes) {
    this.write(bytes);
    return await this.next();
  }

  /**
   * Sends a request of that method.
   * @returns {Promise<{ id: string, answer: any }>}
   */
  async request(method, payload, extraFields = {}) {
    const id = randomUUID();
    const answer = await this.send(Buffer.from(JSON.stringify({ id, method, payload, ...extraFields })));
    return { id, answer };
  }

  /** @param {number} [timeoutMs] */
  async next(timeoutMs = this.#answerTimeoutMs) {
    for (;;) {
      const message = await this.#read(timeoutMs);
      if (message?.kind !== 'event') return message?.value;
    }
  }

  /**
   * @param {number} timeoutMs
   * @returns {Promise<any>} the event's JSON; undefined if the next message is not an event, or none arrives
   */
  async nextEvent(timeoutMs) {
    const message = await this.#read(timeoutMs);
    return message?.kind === 'event' ? message.value : undefined;
  }

  /** Whether the server has closed the connection. */
  get isClosed() {
    return this.#player.isClosed();
  }

  get name() {
    return this.#player.name;
  }

  leave() {
    this.#player.leave();
  }

  async #read(timeoutMs) {
    const bytes = await this.#player.next(timeoutMs);
    if (bytes === undefined) return undefined;
    const { kind, value, problems } = readMessage(bytes);
    for (const { detail, rules } of problems) this.#results.fail(detail, ...rules);
    if (problems.length === 0) this.#passEnvelope(kind, value);
    if (kind === 'event') this.events.push(value);
    return { kind, value };
  }

  #passEnvelope(kind, { ok }) {
    this.#results.pass('W-PACKET-1', 'F-CHANNEL-2', 'F-CHANNEL-3', 'C-PKT-1');
    if (kind === 'event') this.#results.pass('W-PUSH-1', 'W-PUSH-2', 'P-GAME-1');
    else
      this.#results.pass(...(ok ? ['W-OK-2', 'W-OK-3'] : ['W-ERR-2', 'W-ERR-3', 'W-ERR-4', 'E-MESSAGE-1']));
  }
}
