import { Agent, get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/** One persistent connection with one request at a time. */
export class WebClient {
  #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  #origin;

  /** @param {string} origin */
  constructor(origin) {
    this.#origin = origin;
  }

  /** @param {string} target @returns {Promise<string>} the body, whatever the status */
  async get(target) {
    return await new Promise((resolve, reject) => {
      const request = get(`${this.#origin}${target}`, { agent: this.#agent }, (response) => {
        const chunks = [];
        response.on('data', (chunk) => chunks.push(chunk)).once('error', reject);
        response.once('end', () => resolve(Buffer.concat(chunks).toString()));
      });
      request.once('error', reject);
    });
  }

  /**
   * Polls every millisecond, so that the requests do not keep the sidecar busy.
   * @returns {Promise<number>} the time at which `isExpected` returned true, in milliseconds of `performance`
   */
  async until(target, isExpected) {
    const deadlineMs = performance.now() + 10_000;
    for (;;) {
      if (isExpected(await this.get(target))) return performance.now();
      if (performance.now() > deadlineMs) throw new Error(`${target} is not as expected after 10 s`);
      await delay(1);
    }
  }

  close() {
    this.#agent.destroy();
  }
}

/**
 * Sends a small request continuously, and records the latency of each response, as other clients would see
 * it.
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
      await client.get('/v1/health');
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
