import type { NodeRecord } from './node-record.ts';

/**
 * Whether no running proxy applies the lists of game servers. False without the heartbeat of a proxy, because
 * it is not known then.
 */
export function ignoreServerLists(nodes: readonly Pick<NodeRecord, 'kind' | 'serverScopes'>[]): boolean {
  const proxies = nodes.filter(({ kind }) => kind === 'proxy');
  return proxies.length > 0 && proxies.every(({ serverScopes }) => serverScopes !== 1);
}
