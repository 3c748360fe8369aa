import type { ProgramRecord } from './program-record.ts';

/**
 * Whether no running proxy applies the lists of game servers. False without the heartbeat of a proxy, because
 * it is not known then.
 */
export function ignoreServerLists(
  programs: readonly Pick<ProgramRecord, 'kind' | 'serverScopes'>[],
): boolean {
  const proxies = programs.filter(({ kind }) => kind === 'proxy');
  return proxies.length > 0 && proxies.every(({ serverScopes }) => serverScopes !== 1);
}
