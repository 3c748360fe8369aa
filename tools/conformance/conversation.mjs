import { randomUUID } from 'node:crypto';
import { readMessage } from './read-message.mjs';

/** One player of a server that is judged: every message that comes is judged by itself. */
export class Conversation {
  /** Events that came, in order. */
  events = [];
  #player;
  #verdicts;
  #patienceMs;

  /**
   * @param {import('./judge-server.mjs').JudgedPlayer} player
   * @param {import('./verdicts.mjs').Verdicts} verdicts
   * @param {number} patienceMs for each answer
   */
  constructor(player, verdicts, patienceMs) {
    this.#player = player;
    this.#verdicts = verdicts;
    this.#patienceMs = patienceMs;
  }

  /** @param {Uint8Array} bytes */
  write(bytes) {
    this.#player.send(bytes);
  }

  /** @param {Uint8Array} bytes @returns {Promise<any>} the next answer's JSON; undefined where none comes */
  async send(bytes) {
    this.write(bytes);
    return await this.next();
  }

  /** @returns {Promise<{ id: string, answer: any }>} of a request of that method */
  async request(method, payload, further = {}) {
    const id = randomUUID();
    const answer = await this.send(Buffer.from(JSON.stringify({ id, method, payload, ...further })));
    return { id, answer };
  }

  /** @param {number} [patienceMs] */
  async next(patienceMs = this.#patienceMs) {
    for (;;) {
      const message = await this.#read(patienceMs);
      if (message?.kind !== 'event') return message?.value;
    }
  }

  /** @param {number} patienceMs @returns {Promise<any>} the event's JSON; undefined where none is next */
  async nextEvent(patienceMs) {
    const message = await this.#read(patienceMs);
    return message?.kind === 'event' ? message.value : undefined;
  }

  /** Whether the server has ended the connection. */
  get isClosed() {
    return this.#player.isClosed();
  }

  get name() {
    return this.#player.name;
  }

  leave() {
    this.#player.leave();
  }

  async #read(patienceMs) {
    const bytes = await this.#player.next(patienceMs);
    if (bytes === undefined) return undefined;
    const { kind, value, problems } = readMessage(bytes);
    for (const { detail, rules } of problems) this.#verdicts.fail(detail, ...rules);
    if (problems.length === 0) this.#passEnvelope(kind, value);
    if (kind === 'event') this.events.push(value);
    return { kind, value };
  }

  #passEnvelope(kind, { ok }) {
    this.#verdicts.pass('W-PACKET-1', 'F-CHANNEL-2', 'F-CHANNEL-3', 'C-PKT-1');
    if (kind === 'event') this.#verdicts.pass('W-PUSH-1', 'W-PUSH-2', 'P-GAME-1');
    else
      this.#verdicts.pass(...(ok ? ['W-OK-2', 'W-OK-3'] : ['W-ERR-2', 'W-ERR-3', 'W-ERR-4', 'E-MESSAGE-1']));
  }
}
