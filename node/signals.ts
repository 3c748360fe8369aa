import type { Logger } from '../shared/logger.ts';

/** SIGHUP is sent when the terminal is closed: by the system, and a second time by some shells. */
const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/**
 * Calls `stop` for each signal that requests a stop.
 * @param stop `isRepeated` is true for a further signal after the first, except SIGHUP: the program must then
 * end immediately
 */
export function onStopSignal(stop: (signal: NodeJS.Signals, isRepeated: boolean) => void): void {
  let isStopping = false;
  for (const signal of STOP_SIGNALS) {
    process.on(signal, () => {
      stop(signal, isStopping && signal !== 'SIGHUP');
      isStopping = true;
    });
  }
}

/**
 * Keeps SIGUSR1 from opening Node's inspector, which Node does if the signal has no listener: anyone who can
 * connect to the inspector's port can run code. `node --inspect` still opens it.
 */
export function ignoreInspectorSignal(logger: Logger): void {
  process.on('SIGUSR1', () => {
    logger.warn("SIGUSR1 is ignored: Node's inspector stays closed");
  });
}

/**
 * Ignores write errors of stdout and stderr. Without a listener, such an error ends the program, for example
 * when its terminal is closed.
 */
export function ignoreOutputErrors(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}
