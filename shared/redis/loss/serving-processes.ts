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
 * @returns the run id; empty for compatible servers that have none, whose processes all count as the same
 */
export function parseRunId(info: string): string {
  return /^run_id:([0-9a-f]+)/m.exec(info)?.[1] ?? '';
}
