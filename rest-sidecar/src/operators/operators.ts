import type { HttpServer, ListenAddress } from '../http/http-server.ts';
import type { WorkerPeers } from '../platform/worker-peers.ts';
import { FailedAttempts } from './failed-attempts.ts';
import { Metrics, textOfAll } from './metrics.ts';
import type { MetricSources } from './metrics.ts';
import { listenForOperators } from './operator-listener.ts';
import type { OperatorListenerDependencies } from './operator-listener.ts';

type Taken = Pick<OperatorListenerDependencies, 'keys' | 'clock' | 'timers' | 'logger'> &
  Omit<MetricSources, 'failedAttempts'>;

export interface OperatorsDependencies extends Taken {
  /** What answers the public. */
  readonly server: HttpServer;
  /** The other processes behind the same port; undefined where there is this one alone. */
  readonly peers: WorkerPeers | undefined;
  /** How many processes there are to be. */
  readonly workers: number;
  /** Makes a connection for operators alone, so that nobody waits for what they ask. */
  readonly connect: () => OperatorListenerDependencies['redis'];
}

export interface Operators {
  /** Where they are listened for; undefined where another process does that. */
  readonly port: number | undefined;
  stop(): Promise<void>;
}

/** What is there for operators: figures of each process, and one listener, in the first of several processes, that tells those of all. */
export async function startOperators(
  address: ListenAddress,
  { server, peers, workers, connect, ...dependencies }: OperatorsDependencies,
): Promise<Operators> {
  const { clock, health } = dependencies;
  const attempts = new FailedAttempts(clock);
  const metrics = new Metrics({ ...dependencies, failedAttempts: () => attempts.total });
  server.watchResponses((status, seconds) => {
    metrics.countResponse(status, seconds);
  });
  const isReadyHere = (): boolean => health() === 'ok';
  peers?.answer({
    figures: async () => await metrics.figures(),
    readiness: () => Promise.resolve(isReadyHere()),
  });
  const isReady = async (): Promise<boolean> => {
    const answers = peers === undefined ? [isReadyHere()] : await peers.askAll('readiness');
    return answers.filter((answer) => answer === true).length === workers;
  };
  const text = async (): Promise<string> =>
    peers === undefined ? await metrics.text() : await textOfAll(await peers.askAll('figures'));
  const isListening = peers === undefined || peers.number === 1;
  const shown = { text, contentType: metrics.contentType };
  const listen = async () =>
    await listenForOperators(address, {
      ...dependencies,
      redis: connect(),
      attempts,
      metrics: shown,
      isReady,
    });
  const listener = isListening ? await listen() : undefined;
  return {
    port: listener?.port,
    async stop() {
      await listener?.stop();
    },
  };
}
