import type { ProcessCommands } from '../../shared/redis/loss/serving-processes.ts';

/** What is known of the processes that serve. */
export interface ProcessReading {
  readonly ids: readonly string[];
  /** Of each key asked for, in their order, the process that serves it. */
  readonly serving: readonly string[];
}

/** Asks which processes there are, and for each key which of them it is, where that is known. */
export async function readProcesses(
  commands: ProcessCommands,
  keys: readonly string[],
): Promise<ProcessReading> {
  const processes = await commands.processes();
  return { ids: processes.ids, serving: keys.map((key) => processes.of(key)) };
}
