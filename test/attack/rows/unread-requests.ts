import { brokenGuarantees } from '../../faults/matrix/row.ts';
import type { Row } from '../../faults/matrix/row.ts';
import { percentile } from '../../faults/matrix/watches/watch.ts';
import { startGets } from '../../support/load/gets.ts';
import { peakResidentBytes } from '../../support/processes/peak-resident-bytes.ts';
import type { AttackedSidecar } from '../attacked-sidecar.ts';
import { sendUnreadRequests } from '../unread-requests.ts';

const CONNECTIONS = 1500;
const MAX_RESIDENT_MB = 300;

export const UNREAD_REQUESTS: Row<AttackedSidecar> = {
  fault: 'Endless requests whose responses are never read',
  guarantee: 'the sidecar keeps running with little memory, and answers all other clients',
  run: async ({ admin, keys, origin, sidecar }) => {
    await admin.set(keys.serverOf('large'), JSON.stringify({ displayName: 'x'.repeat(100_000) }));
    const others = startGets({
      origin,
      perSecond: 100,
      paths: ['/v1/health'],
      connections: 4,
      problemIn: ({ status, text }) => (status === 200 ? undefined : `${status} ${text}`),
    });
    const targets = ['/v1/servers?id=large', '/openapi.json'];
    const attack = await sendUnreadRequests(origin, CONNECTIONS, targets);
    await others.finish();
    attack.stop();
    const residentMb = Math.round((peakResidentBytes(sidecar.pid) ?? 0) / 1e6);
    const { tookMs, wrong, unanswered } = others;
    return {
      load: [`${CONNECTIONS} connections`, `${tookMs.length} requests of other clients`],
      seen: [`${residentMb} MB at most`, `p99 of other clients ${percentile(tookMs, 0.99)} ms`],
      broken: brokenGuarantees({
        [`other clients were not all answered: ${[...wrong, ...unanswered].slice(0, 3).join(' ')}`]:
          tookMs.length > 0 && wrong.length + unanswered.length === 0,
        [`${residentMb} MB`]: residentMb < MAX_RESIDENT_MB,
      }),
    };
  },
};
