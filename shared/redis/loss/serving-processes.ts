/** The processes that serve Redis's keys: one of a server, as many as it has masters of a cluster. Each is named by its `run_id`. */
export interface ServingProcesses {
  readonly ids: readonly string[];
  /** @returns who serves a key, one of `ids` */
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
