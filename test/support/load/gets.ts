import { Agent } from 'node:http';
import { ask, type HttpResponse } from '../http/http.ts';
import { startLoad, type Requests } from './load.ts';

interface GetLoad {
  readonly origin: string;
  readonly perSecond: number;
  /** Requested in rotation. */
  readonly paths: readonly string[];
  /** Maximum number of connections. */
  readonly connections: number;
  readonly problemIn: Requests<HttpResponse>['problemIn'];
}

/** Sends GETs to the sidecar until stopped. */
export function startGets({ origin, perSecond, paths, connections, problemIn }: GetLoad) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let next = 0;
  const send = () => ask(origin, paths[next++ % paths.length] ?? '', { agent });
  const load = startLoad(perSecond, { send, problemIn });
  return {
    ...load,
    async finish(): Promise<void> {
      await load.finish();
      agent.destroy();
    },
  };
}
