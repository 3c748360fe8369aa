import { hostname } from 'node:os';
import type { HttpServer } from '../../node/http/http-server.ts';
import { watchProcess } from '../../node/process-figures.ts';
import { DurationCounters } from '../../shared/duration-counters.ts';
import type { Mirror } from '../../shared/redis/mirror/mirror.ts';
import { Heartbeat } from '../../shared/redis/programs/heartbeat.ts';
import type { HeartbeatDependencies, ProgramState } from '../../shared/redis/programs/heartbeat.ts';
import type { Snapshots } from './snapshots/snapshots.ts';

interface HeartbeatOptions extends Omit<HeartbeatDependencies, 'kind' | 'describe'> {
  readonly server: Pick<HttpServer, 'counts' | 'watchResponses'>;
  readonly mirror: Mirror;
  readonly snapshots: Pick<Snapshots, 'health'>;
  /** Returns the port of the public interface. Called only once the server listens. */
  readonly port: () => number;
}

/** Creates the heartbeat of this process. */
export function createHeartbeat(dependencies: HeartbeatOptions): Heartbeat {
  const { server, mirror, snapshots, port } = dependencies;
  const durations = new DurationCounters();
  const responses = new Map<number, number>();
  server.watchResponses((status, seconds) => {
    responses.set(status, (responses.get(status) ?? 0) + 1);
    durations.add(seconds);
  });
  const processFigures = watchProcess();
  const describe = (): ProgramState => {
    const { disconnects, lagMs, values, rejected, lost } = mirror.state();
    const { requests, refused } = server.counts;
    return {
      name: `${hostname()}:${port()}`,
      health: snapshots.health.status,
      records: values,
      rejected,
      lost,
      answers: requests,
      drops: refused,
      disconnects,
      responses: Object.fromEntries(responses),
      durations: durations.counters(),
      ...processFigures(),
      lagMs,
    };
  };
  return new Heartbeat({ ...dependencies, kind: 'sidecar', describe });
}
