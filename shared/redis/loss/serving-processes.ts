import { RedisError } from '../redis-error.ts';

/**
 * The processes that serve Redis's keys: one of a server, the masters of a cluster. Each is named by its
 * `run_id`.
 */
export interface ServingProcesses {
  readonly ids: readonly string[];
  /** @returns the process that serves a key, one of `ids` */
  of(key: string): string;
}

export interface ProcessCommands {
  /** @throws {RedisError} where one of them does not answer, or may not be asked (`NOPERM`) */
  processes(): Promise<ServingProcesses>;
}

/** One process that serves all keys. */
export function oneProcess(id: string): ServingProcesses {
  return { ids: [id], of: () => id };
}

/** @param info what `INFO server` answers @throws {RedisError} where it does not name the process */
export function parseRunId(info: string): string {
  const [, runId] = /^run_id:([0-9a-f]+)/m.exec(info) ?? [];
  if (runId === undefined) throw new RedisError('refused', 'INFO has no run_id');
  return runId;
}
