import { Agent } from 'node:http';
import { eventually } from '../../support/eventually.ts';
import { ask } from '../../support/http/http.ts';

/** The results of the requests of all clients. */
export interface ClientsReport {
  readonly statuses: ReadonlySet<number>;
  /** Errors of requests that were sent, and whose responses were not received completely. */
  readonly lost: readonly unknown[];
}

export interface Clients {
  /**
   * From now on, each client ends when a response has `Connection: close`.
   * @returns when all clients have ended
   */
  go(): Promise<ClientsReport>;
}

/**
 * Starts twenty clients that send requests continuously, each on a persistent connection.
 * @returns after some hundred responses
 */
export async function startClients(origin: string): Promise<Clients> {
  const statuses: number[] = [];
  const lost: unknown[] = [];
  let isEnding = false;
  const askUntilClosed = async (): Promise<void> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (;;) {
      try {
        const { status, headers } = await ask(origin, '/v1/health', { agent });
        statuses.push(status);
        if (isEnding && headers['connection'] === 'close') break;
      } catch (error) {
        // The sidecar no longer listens: a new connection was refused, so no response was lost.
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
      isEnding = true;
      await Promise.all(clients);
      return { statuses: new Set(statuses), lost };
    },
  };
}
