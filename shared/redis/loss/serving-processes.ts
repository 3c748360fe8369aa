import { RedisError } from '../redis-error.ts';

/**
 * The processes that serve Redis's keys: one for a single server, the masters of a cluster. Identified by
 * their `run_id`.
 */
export interface ServingProcesses {
  readonly ids: readonly string[];
  /** Returns the process that serves a key, one of `ids`. */
  of(key: string): string;
}

export interface ProcessCommands {
  /** @throws {RedisError} if one of them does not answer, or an ACL forbids it (`NOPERM`) */
  processes(): Promise<ServingProcesses>;
}

/** One process that serves all keys. */
export function oneProcess(id: string): ServingProcesses {
  return { ids: [id], of: () => id };
}

/**
 * @param info reply to `INFO server`
 * @throws {RedisError} if it does not contain the run id
 */
export function parseRunId(info: string): string {
  const [, runId] = /^run_id:([0-9a-f]+)/m.exec(info) ?? [];
  if (runId === undefined) throw new RedisError('error-reply', 'INFO has no run_id');
  return runId;
}
