import type { Logger } from '../../../shared/logger.ts';

/** The last of them is sent when the terminal is closed, by the system and again by shells. */
const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Calls `stop` for each signal that asks the program to stop. @param isAgain whether it is to end at once */
export function onStopSignal(stop: (signal: NodeJS.Signals, isAgain: boolean) => void): void {
  let isStopping = false;
  for (const signal of STOP_SIGNALS) {
    process.on(signal, () => {
      stop(signal, isStopping && signal !== 'SIGHUP');
      isStopping = true;
    });
  }
}

/**
 * Node opens its inspector at SIGUSR1, unless there is a listener, and anyone who reaches its port can run
 * code. `node --inspect` still opens it.
 */
export function ignoreInspectorSignal(logger: Logger): void {
  process.on('SIGUSR1', () => {
    logger.warn("SIGUSR1 is ignored: Node's inspector stays closed");
  });
}

/**
 * Without a listener, a log that can no longer be written ends the program, as when its terminal is closed.
 */
export function ignoreOutputErrors(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}
