import { brokenGuarantees } from '../../faults/matrix/row.ts';
import type { Row } from '../../faults/matrix/row.ts';
import { operatorStatus, requestFor, type AttackedSidecar } from '../attacked-sidecar.ts';
import { exchange } from '../exchange.ts';
import { openSilently } from '../operator-attacks.ts';

const CONNECTIONS = 3000;
const PROBES = 50;

/** The short form is `test/admin/server/attacked-listener.test.ts`. */
export const SILENT_CONNECTIONS: Row<AttackedSidecar> = {
  fault: 'Connections to the operator listener on which nothing is sent',
  guarantee: 'readiness checks and valid tokens are still answered, and the closed connections are logged',
  longFormOnly: true,
  run: async ({ operators, sidecar, ...attacked }) => {
    const sockets = await openSilently(Number(new URL(operators).port), CONNECTIONS);
    let ready = 0;
    for (let index = 0; index < PROBES; index++) {
      const answer = await exchange(operators, requestFor('/ready'));
      if (answer.startsWith('HTTP/1.1 200')) ready++;
    }
    const status = await operatorStatus(operators, '/metrics', await attacked.issueToken());
    for (const socket of sockets) socket.destroy();
    return {
      load: [`${CONNECTIONS} connections`],
      seen: [`ready ${ready} of ${PROBES} times`],
      broken: brokenGuarantees({
        [`ready ${ready} of ${PROBES} times`]: ready === PROBES,
        [`a valid token was answered ${status}`]: status === 200,
        'the closed connections are not logged': sidecar.output.some((line) =>
          line.includes('Operator connections are closed'),
        ),
      }),
    };
  },
};
