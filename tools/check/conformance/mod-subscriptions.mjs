/**
 * Checks a mod's use of `subscribe` on a server that supports it. The mod receives an answer, and then an
 * event whose revision shows that one was missed: it must then subscribe again to all its features.
 */
export class ModSubscriptions {
  #results;
  #windowMs;
  #lastRequestAt;
  #clients = [];
  #count = 0;

  /**
   * @param {import('./rule-results.mjs').RuleResults} results
   * @param {number} windowMs window in which one request is allowed
   */
  constructor(results, windowMs) {
    this.#results = results;
    this.#windowMs = windowMs;
  }

  /** Number of the mod's subscribe requests. */
  get count() {
    return this.#count;
  }

  /** @returns {Buffer[]} the messages to send to the mod */
  answersTo({ id, payload }, nowMs) {
    const subscriptions = payload?.subscriptions;
    const isValid = Array.isArray(subscriptions) && subscriptions.every(isSubscription);
    this.#results.expect(isValid, 'subscriptions does not match the specification', 'F-CHECK-1', 'F-CHECK-4');
    if (!isValid) return [encode({ id, ok: false, error: 'BAD_REQUEST', message: 'No.' })];
    this.#checkPace(nowMs);
    this.#count += 1;
    const clients = subscriptions.map(({ client }) => client);
    if (this.#count === 1) {
      this.#clients = clients;
      return [answer(id, 1, subscriptions), event(3, subscriptions)];
    }
    const missing = this.#clients.filter((client) => !clients.includes(client));
    this.#results.expect(missing.length === 0, `subscribed again without ${missing.join(', ')}`, 'C-SUB-3');
    return [answer(id, 4, subscriptions)];
  }

  ended() {
    if (this.#count === 0) this.#results.skip('the mod has not subscribed', 'C-SUB-3');
    if (this.#count === 1) this.#results.fail('not subscribed again after a missed event', 'C-SUB-3');
  }

  #checkPace(nowMs) {
    if (this.#lastRequestAt !== undefined) {
      const pause = nowMs - this.#lastRequestAt;
      this.#results.expect(
        pause >= this.#windowMs,
        `subscribed again after ${pause} ms`,
        'C-ASK-3',
        'F-CALL-3',
      );
    }
    this.#lastRequestAt = nowMs;
  }
}

function isSubscription(value) {
  const { client, features } = value ?? {};
  const isText = (text) => typeof text === 'string' && text.length > 0;
  return isText(client) && Array.isArray(features) && features.every(isText);
}

function encode(value) {
  return Buffer.from(JSON.stringify(value));
}

function answer(id, revision, subscriptions) {
  const answers = subscriptions.map(({ client, features }) => ({ client, blocklist: features.slice(0, 1) }));
  return encode({ id, ok: true, payload: { revision, subscriptions: answers } });
}

function event(revision, subscriptions) {
  const changes = subscriptions
    .filter(({ features }) => features.length > 0)
    .map(({ client, features }) => ({ client, blocked: [], unblocked: features.slice(0, 1), blocklist: [] }));
  return encode({ event: 'blocklistChanged', payload: { revision, subscriptions: changes } });
}
