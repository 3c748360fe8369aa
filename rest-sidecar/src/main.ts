import cluster from 'node:cluster';
import { join } from 'node:path';
import { escapeUnprintable } from '../../shared/escape-unprintable.ts';
import type { Logger } from '../../shared/logger.ts';
import { parseConfig } from './config.ts';
import type { SidecarConfig } from './config.ts';
import { createLineLogger } from '../../node/line-logger.ts';
import { ignoreInspectorSignal, ignoreOutputErrors, onStopSignal } from '../../node/signals.ts';
import { WorkerPeers } from '../../node/workers/worker-peers.ts';
import { WorkerProcesses } from '../../node/workers/worker-processes.ts';
import { setHeapFlags } from '../../node/platform-workarounds/heap-flags.ts';
import { startSidecar } from './sidecar.ts';
import { USAGE } from './usage.ts';

/** The running program: the sidecar in this process, or its worker processes. */
interface Running {
  stop(): Promise<void>;
}

async function main(args: readonly string[]): Promise<void> {
  if (args.length > 0) {
    handleArguments(args);
    return;
  }
  setHeapFlags();
  const parsed = parseConfig(process.env);
  if (!parsed.ok) {
    process.stderr.write(`${escapeUnprintable(parsed.problem)}\n`);
    process.exitCode = 1;
    return;
  }
  const { config } = parsed;
  const logger = createLineLogger((line) => process.stdout.write(line), config.logLevel);
  ignoreOutputErrors();
  ignoreInspectorSignal(logger);
  const peers = cluster.isWorker ? new WorkerPeers() : undefined;
  // Registered before anything is started, so that no signal during the start is lost.
  const stopRequested = untilStopRequested(peers, logger);
  const isPrimary = config.workers > 1 && cluster.isPrimary;
  const running = isPrimary
    ? await startWorkers(config, logger)
    : await startInThisProcess(config, logger, peers);
  await stopRequested;
  await running.stop();
  process.exit(0);
}

/** Handles command line arguments. Only `--help` and `-h` exist: settings come from the environment. */
function handleArguments([first = '']: readonly string[]): void {
  if (first === '--help' || first === '-h') {
    process.stdout.write(USAGE);
    return;
  }
  process.stderr.write(`Unknown argument: ${escapeUnprintable(first)}.\n\n${USAGE}`);
  process.exitCode = 2;
}

async function startWorkers(config: SidecarConfig, logger: Logger): Promise<Running> {
  const workers = new WorkerProcesses(logger);
  const port = await workers.start(config.workers);
  logger.info(`The REST sidecar listens on ${urlOf(config.host, port)} with ${config.workers} processes`);
  return workers;
}

async function startInThisProcess(
  config: SidecarConfig,
  logger: Logger,
  peers?: WorkerPeers,
): Promise<Running> {
  const built = { apiPageDirectory: join(__dirname, 'docs'), consoleDirectory: join(__dirname, 'console') };
  const sidecar = await startSidecar(config, logger, { ...built, peers });
  if (peers === undefined) logger.info(`The REST sidecar listens on ${urlOf(config.host, sidecar.port)}`);
  else peers.reportListening(sidecar.port);
  if (config.operators !== undefined && sidecar.operatorsPort !== undefined) {
    logger.info(`Operator listener on ${urlOf(config.operators.host, sidecar.operatorsPort)}`);
  }
  return sidecar;
}

/** @returns a promise that resolves when this process must stop */
async function untilStopRequested(peers: WorkerPeers | undefined, logger: Logger): Promise<void> {
  await new Promise<void>((resolve) => {
    onStopSignal((signal, isRepeated) => {
      // A terminal sends its signals to the workers too. Only the primary logs them, and exits at a repeated
      // one.
      if (peers === undefined) {
        if (isRepeated) process.exit(1);
        logger.info(`Stopping on ${signal}`);
      }
      resolve();
    });
    peers?.onStop(resolve);
  });
}

function urlOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

main(process.argv.slice(2)).catch((error: unknown) => {
  const reason = error instanceof Error ? error.message : String(error);
  process.stderr.write(`The REST sidecar cannot start: ${escapeUnprintable(reason)}\n`);
  process.exit(1);
});
