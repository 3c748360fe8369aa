import { Agent } from 'node:http';
import { eventually } from '../../support/eventually.ts';
import { ask } from '../../support/http/http.ts';

/** What became of the requests of all clients together. */
export interface ClientsReport {
  readonly statuses: ReadonlySet<number>;
  /** Requests that were sent, and whose answers did not come whole. */
  readonly lost: readonly unknown[];
}

export interface Clients {
  /** From now on, each goes when the answer says that its connection closes. @returns when all are gone */
  go(): Promise<ClientsReport>;
}

/**
 * Twenty clients that ask all the time, each on a connection that is kept.
 * @returns when they have had some hundred answers
 */
export async function startClients(origin: string): Promise<Clients> {
  const statuses: number[] = [];
  const lost: unknown[] = [];
  let isGoing = false;
  const askUntilClosed = async (): Promise<void> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (;;) {
      try {
        const { status, headers } = await ask(origin, '/v1/health', { agent });
        statuses.push(status);
        if (isGoing && headers['connection'] === 'close') break;
      } catch (error) {
        // Nobody listens any more: a new connection was refused, which is no answer lost.
        if ((error as NodeJS.ErrnoException).code !== 'ECONNREFUSED') lost.push(error);
        break;
      }
    }
    agent.destroy();
  };
  const clients = Array.from({ length: 20 }, askUntilClosed);
  await eventually(() => statuses.length > 200 || lost.length > 0, { what: 'some hundred answers' });
  return {
    async go() {
      isGoing = true;
      await Promise.all(clients);
      return { statuses: new Set(statuses), lost };
    },
  };
}
