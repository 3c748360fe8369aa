import { hostname } from 'node:os';
import type { HttpServer } from '../../node/http/http-server.ts';
import { watchProcess } from '../../node/process-figures.ts';
import { healthOf } from '../../shared/redis/mirror/health.ts';
import { Heartbeat } from '../../shared/redis/programs/heartbeat.ts';
import type { HeartbeatDependencies, ProgramState } from '../../shared/redis/programs/heartbeat.ts';
import type { ProgramFigures } from '../../shared/redis/programs/program-record.ts';
import type { ConnectedCollections } from './data/connect-collections.ts';

interface HeartbeatOptions extends Pick<HeartbeatDependencies, 'logger'> {
  readonly data: ConnectedCollections;
  readonly server: Pick<HttpServer, 'counts'>;
  /** Returns the port of the server. Called only once it listens. */
  readonly port: () => number;
  /** The parts that report figures of their own. */
  readonly parts: readonly ({ figures(): ProgramFigures } | undefined)[];
}

/** Creates the heartbeat of this process. */
export function createHeartbeat({ data, logger, server, port, parts }: HeartbeatOptions): Heartbeat {
  const processFigures = watchProcess();
  const describe = (): ProgramState => {
    const state = data.mirror.state();
    const { disconnects, lagMs, lost, rejected } = state;
    const { refused, requests } = server.counts;
    return Object.assign(
      {
        name: `${hostname()}:${port()}`,
        health: healthOf(state, data.conditions.isLimited),
        lists: data.blocklists.size,
        rejected,
        lost,
        answers: requests,
        drops: refused,
        disconnects,
        lagMs,
        ...processFigures(),
      },
      ...parts.map((part) => part?.figures()),
    ) as ProgramState;
  };
  return new Heartbeat({ ...data, logger, kind: 'admin', describe });
}
