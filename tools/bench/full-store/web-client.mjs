import { Agent, get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/** One kept connection, on which nothing waits for anything else. */
export class WebClient {
  #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  #origin;

  /** @param {string} origin */
  constructor(origin) {
    this.#origin = origin;
  }

  /** @param {string} target @returns {Promise<string>} the body, whatever the status */
  async ask(target) {
    return await new Promise((resolve, reject) => {
      const asking = get(`${this.#origin}${target}`, { agent: this.#agent }, (response) => {
        const pieces = [];
        response.on('data', (piece) => pieces.push(piece)).once('error', reject);
        response.once('end', () => resolve(Buffer.concat(pieces).toString()));
      });
      asking.once('error', reject);
    });
  }

  /**
   * Asks every millisecond, so that asking keeps the sidecar from nothing.
   * @returns {Promise<number>} when `isExpected` held, in milliseconds of `performance`
   */
  async until(target, isExpected) {
    const deadlineMs = performance.now() + 10_000;
    for (;;) {
      if (isExpected(await this.ask(target))) return performance.now();
      if (performance.now() > deadlineMs) throw new Error(`${target} is not as expected after 10 s`);
      await delay(1);
    }
  }

  close() {
    this.#agent.destroy();
  }
}

/**
 * Asks for one small thing all the time, and notes how long each answer takes: what others feel.
 * @param {string} origin
 * @returns {{ stop: () => Promise<number[]> }} milliseconds, sorted
 */
export function watchOthers(origin) {
  const client = new WebClient(origin);
  const tookMs = [];
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      const startedMs = performance.now();
      await client.ask('/v1/health');
      tookMs.push(performance.now() - startedMs);
      await delay(2);
    }
  })();
  return {
    async stop() {
      isOver = true;
      await watching;
      client.close();
      return tookMs.sort((a, b) => a - b);
    },
  };
}
