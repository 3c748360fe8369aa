import { Agent } from 'node:http';
import { brokenAmong } from '../../faults/matrix/row.ts';
import type { Row } from '../../faults/matrix/row.ts';
import { ask } from '../../support/http/http.ts';
import { peakResidentBytes } from '../../support/processes/peak-resident-bytes.ts';
import { requestFor, type AttackedSidecar } from '../attacked-sidecar.ts';
import { exchange } from '../exchange.ts';
import { sendUnreadRequests } from '../unread-requests.ts';

const CONNECTIONS = 1500;
const MOST_RESIDENT_MB = 300;

/** The short form is `test/rest-sidecar/http/unread-requests.test.ts`. */
export const UNREAD_REQUESTS: Row<AttackedSidecar> = {
  fault: 'Requests without end, whose responses nobody reads',
  promise: 'the sidecar lives, holds little, and answers all others on both listeners',
  longFormOnly: true,
  run: async ({ admin, keys, origin, operators, sidecar }) => {
    await admin.set(keys.serverOf('large'), JSON.stringify({ displayName: 'x'.repeat(100_000) }));
    const agent = new Agent({ keepAlive: true, maxSockets: 4 });
    const others: Promise<number>[] = [];
    const timer = setInterval(() => others.push(latencyMs(origin, agent)), 10);
    const targets = ['/v1/servers?id=large', '/openapi.json'];
    const attacks = [
      await sendUnreadRequests(origin, CONNECTIONS, targets),
      await sendUnreadRequests(operators, CONNECTIONS, ['/ready']),
    ];
    const ready = await exchange(operators, requestFor('/ready'));
    clearInterval(timer);
    const latenciesMs = (await Promise.all(others)).sort((a, b) => a - b);
    agent.destroy();
    for (const attack of attacks) attack.stop();
    const residentMb = Math.round((peakResidentBytes(sidecar.pid) ?? 0) / 1e6);
    const p99Ms = latenciesMs[Math.floor(latenciesMs.length * 0.99)] ?? NaN;
    return {
      load: [`${CONNECTIONS} connections to each listener`, `${others.length} requests of others`],
      seen: [`${residentMb} MB at most`, `p99 of others ${p99Ms.toFixed(0)} ms`],
      broken: brokenAmong({
        'others were not all answered': latenciesMs.every(Number.isFinite),
        'not ready': ready.startsWith('HTTP/1.1 200'),
        [`${residentMb} MB`]: residentMb < MOST_RESIDENT_MB,
      }),
    };
  },
};

/** @returns Infinity where the answer did not come, or is another than usual */
async function latencyMs(origin: string, agent: Agent): Promise<number> {
  const startedMs = performance.now();
  const isOk = await ask(origin, '/v1/health', { agent }).then(
    ({ status }) => status === 200,
    () => false,
  );
  return isOk ? performance.now() - startedMs : Infinity;
}
