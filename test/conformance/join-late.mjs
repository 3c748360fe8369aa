import { EventEmitter, once } from 'node:events';
import { mock } from 'node:test';
import { checkJoiningMod } from '../../tools/check/conformance/serve-mods.mjs';
import { joinAsMod } from '../../tools/mod/mod-client.mjs';

const CHANNEL = 'service:feature-control';
const TIMEOUT_MS = 60_000;
const SETTINGS = { port: 0, channel: CHANNEL, windowMs: 10_000, asksOnce: true, hasSubscribe: false };
const VISIT = { host: '127.0.0.1', version: '1.20.1', username: 'Player1', onStep: () => {} };
const REQUEST = { id: '1', method: 'checkFeatures', payload: { client: 'my-mod', features: ['fly'] } };

/**
 * Joins the checker of mods 50 seconds after its start, and sends a request 50 seconds later, both in
 * simulated time, with a time limit of 60 seconds.
 * @returns {Promise<string>} the outcome of the rule about the fields of a request
 */
export async function joinLate() {
  const events = new EventEmitter();
  let nowMs = 0;
  mock.method(performance, 'now', () => {
    events.emit('clock read');
    return nowMs;
  });
  const listening = once(events, 'listening');
  const received = once(events, '>');
  const printLine = (line) => events.emit(line.split(' ')[0], line);
  const checking = checkJoiningMod({ ...SETTINGS, timeoutMs: TIMEOUT_MS, printLine });
  try {
    const [line] = await listening;
    const port = Number(/:(\d+):/.exec(line)?.[1]);
    nowMs = 50_000;
    const { client } = await joinAsMod({ ...VISIT, port, timeoutMs: TIMEOUT_MS });
    nowMs = 100_000;
    // The checker reads the clock to compare its time limit: waits until it has done so and goes on, or ends.
    for (let checks = 0; checks < 2; checks += 1) await Promise.race([once(events, 'clock read'), checking]);
    client.write('custom_payload', { channel: CHANNEL, data: Buffer.from(JSON.stringify(REQUEST)) });
    await Promise.race([received, checking]);
  } finally {
    // Ends the checker, which then closes the connections.
    nowMs = Infinity;
  }
  const [result] = (await checking).toList([{ id: 'F-CHECK-1', text: '' }]);
  return result.outcome;
}
