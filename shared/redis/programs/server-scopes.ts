import type { ProgramRecord } from './program-record.ts';

/** Returns the names that proxies have for the game servers whose lists they apply. */
export function serverNamesOf(programs: readonly Pick<ProgramRecord, 'servers'>[]): readonly string[] {
  return programs.flatMap(({ servers = [] }) => servers);
}

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
