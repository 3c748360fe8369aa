import cluster from 'node:cluster';
import { join } from 'node:path';
import type { Logger } from '../../shared/logger.ts';
import { parseConfig } from './config.ts';
import type { SidecarConfig } from './config.ts';
import { LineLogger } from './platform/line-logger.ts';
import { onStopFromPrimary, WORKER_NUMBER, WorkerProcesses } from './platform/worker-processes.ts';
import { startSidecar } from './sidecar.ts';

/** What is running, in this process or in others that it has started. */
interface Running {
  stop(): Promise<void>;
}

async function main(): Promise<void> {
  const parsed = parseConfig(process.env);
  if (!parsed.ok) {
    process.stderr.write(`${parsed.problem}\n`);
    process.exitCode = 1;
    return;
  }
  const { config } = parsed;
  const logger = new LineLogger((line) => process.stdout.write(line), config.logLevel);
  // Before anything is started: what is told meanwhile must not be lost.
  const told = untilTold();
  const isPrimary = config.workers > 1 && cluster.isPrimary;
  const running = isPrimary ? await startWorkers(config, logger) : await startHere(config, logger);
  await told;
  await running.stop();
  process.exit(0);
}

async function startWorkers(config: SidecarConfig, logger: Logger): Promise<Running> {
  const workers = new WorkerProcesses(logger);
  const port = await workers.start(config.workers, (candidate) => candidate !== config.operators?.port);
  logger.info(`The REST sidecar listens on ${urlOf(config.host, port)} with ${config.workers} processes`);
  return workers;
}

async function startHere(config: SidecarConfig, logger: Logger): Promise<Running> {
  // Operators are listened for by one of several processes.
  const isFirst = (process.env[WORKER_NUMBER] ?? '1') === '1';
  const own = { ...config, operators: isFirst ? config.operators : undefined };
  const sidecar = await startSidecar(own, logger, join(__dirname, 'docs'));
  if (!cluster.isWorker) logger.info(`The REST sidecar listens on ${urlOf(config.host, sidecar.port)}`);
  if (own.operators !== undefined && sidecar.operatorsPort !== undefined) {
    logger.info(`Operators are listened for on ${urlOf(own.operators.host, sidecar.operatorsPort)}`);
  }
  return sidecar;
}

/** @returns when this process is told to stop */
async function untilTold(): Promise<void> {
  await new Promise<void>((resolve) => {
    let isTold = false;
    const stop = (): void => {
      // A second signal ends it without ceremony; in a worker, it is the same one once more.
      if (isTold && !cluster.isWorker) process.exit(1);
      isTold = true;
      resolve();
    };
    process.on('SIGTERM', stop).on('SIGINT', stop);
    if (cluster.isWorker) onStopFromPrimary(stop);
  });
}

function urlOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

main().catch((error: unknown) => {
  process.stderr.write(
    `The REST sidecar cannot start: ${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exitCode = 1;
  process.exit();
});
