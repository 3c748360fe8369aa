import type { BlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import { ignoreServerLists } from '../../../shared/redis/programs/server-scopes.ts';
import type { ConnectedContext } from '../connected-context.ts';

/**
 * Warns if the list is that of a game server, and no running proxy applies such lists.
 */
export async function warnOfServerScopes(
  { err, programs }: ConnectedContext,
  list: BlocklistName,
): Promise<void> {
  if (list.type !== 'server') return;
  if (ignoreServerLists(await programs()))
    err(
      'No running proxy applies the lists of game servers: set [scopes] servers = true in config.toml.',
      'yellow',
    );
}
