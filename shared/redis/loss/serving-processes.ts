import { isForbidden, RedisError } from '../redis-error.ts';

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
  /**
   * @throws {RedisError} if one of them does not answer or does not serve its keys now, or an ACL forbids it
   * (`NOPERM`)
   */
  processes(): Promise<ServingProcesses>;
}

/** One process that serves all keys. */
export function oneProcess(id: string): ServingProcesses {
  return { ids: [id], of: () => id };
}

/**
 * Identifies the process of a server. A server of a cluster that was restarted, or that another one has just
 * replaced, does not count: its keys may be missing only there.
 * @param readInfo sends `INFO`
 * @param readClusterInfo sends `CLUSTER INFO`
 * @returns the run id; empty for compatible servers that have none, whose processes all count as the same
 * @throws {RedisError}
 */
export async function identifyProcess(
  readInfo: () => Promise<string>,
  readClusterInfo: () => Promise<string>,
): Promise<string> {
  const info = await readInfo();
  if (/^cluster_enabled:1/m.test(info)) {
    const state = await readClusterInfo().catch((cause: unknown) => {
      if (isForbidden(cause)) return '';
      throw cause;
    });
    if (/^role:slave/m.test(info) || /^cluster_state:fail/m.test(state))
      throw new RedisError('unreachable', 'A part of the cluster is being replaced.');
  }
  return /^run_id:([0-9a-f]+)/m.exec(info)?.[1] ?? '';
}
