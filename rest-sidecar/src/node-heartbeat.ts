import { hostname } from 'node:os';
import { Heartbeat } from '../../shared/redis/nodes/heartbeat.ts';
import type { HeartbeatDependencies, NodeState } from '../../shared/redis/nodes/heartbeat.ts';
import type { Mirror } from '../../shared/redis/mirror/mirror.ts';
import type { HttpServer } from '../../node/http/http-server.ts';
import { ResponseCounters } from './response-counters.ts';
import type { Snapshots } from './snapshots/snapshots.ts';

export interface NodeHeartbeatDependencies extends Omit<HeartbeatDependencies, 'kind' | 'describe'> {
  readonly server: Pick<HttpServer, 'counts' | 'watchResponses'>;
  readonly mirror: Mirror;
  readonly snapshots: Pick<Snapshots, 'health'>;
  /** Returns the port of the public interface. Called only once the server listens. */
  readonly port: () => number;
}

/** Creates the heartbeat of this process. */
export function createNodeHeartbeat(dependencies: NodeHeartbeatDependencies): Heartbeat {
  const { server, mirror, snapshots, port } = dependencies;
  const counters = new ResponseCounters();
  server.watchResponses((status, seconds) => {
    counters.add(status, seconds);
  });
  const describe = (): NodeState => {
    const { lagMs, values, rejected, lost } = mirror.state();
    const { requests, refused } = server.counts;
    return {
      name: `${hostname()}:${port()}`,
      health: snapshots.health.status,
      records: values,
      rejected,
      lost,
      answers: requests,
      drops: refused,
      memory: process.memoryUsage.rss(),
      responses: counters.responses(),
      durations: counters.durations(),
      ...(lagMs === undefined ? {} : { lagMs }),
    };
  };
  return new Heartbeat({ ...dependencies, kind: 'sidecar', describe });
}
