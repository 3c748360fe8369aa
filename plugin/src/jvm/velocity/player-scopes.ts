import { NO_SCOPE } from '../../../../shared/feature-control/player-scope.ts';
import type { PlayerScope } from '../../../../shared/feature-control/player-scope.ts';
import type { Logger } from '../../../../shared/logger.ts';
import type { ScriptHost } from '../../../types/bridge.ts';
import type { CommandSource, Player } from '../../../types/velocity.ts';
import type { AdministeredPlayers } from '../../commands/command.ts';
import type { Config } from '../../config/parse-config.ts';
import { toArray } from '../java-interop.ts';

/**
 * The scope of each player, as configured in `[scopes]`: the player's server, and whether the player is
 * exempt.
 */
export class PlayerScopes implements AdministeredPlayers {
  readonly #host: ScriptHost;
  readonly #logger: Logger;
  #withServers = false;
  #exemptPermission = '';
  #hasFailed = false;

  constructor(host: ScriptHost, logger: Logger) {
    this.#host = host;
    this.#logger = logger;
  }

  apply(config: Config): void {
    this.#withServers = config['scopes.servers'];
    this.#exemptPermission = config['scopes.exempt-permission'];
    this.#hasFailed = false;
    if (this.#exemptPermission !== '')
      this.#logger.warn(
        `Players with the permission ${this.#exemptPermission} are exempt from all blocklists ` +
          '(scopes.exempt-permission), which departs from the specification',
      );
  }

  /** @param id UUID, in lower case with hyphens; for a player who has left the proxy, the scope is empty */
  of(id: string): PlayerScope {
    // Saves two calls of Java for each request.
    if (!this.#withServers && this.#exemptPermission === '') return NO_SCOPE;
    const uuid = Java.type('java.util.UUID').fromString(id);
    return this.ofPlayer(this.#host.proxy().getPlayer(uuid).orElse(null));
  }

  scopeOf(name: string): PlayerScope | undefined {
    const player = this.#host.proxy().getPlayer(name).orElse(null);
    return player === null ? undefined : this.ofPlayer(player);
  }

  names(): readonly string[] {
    return toArray(this.#host.proxy().getAllPlayers()).map((player) => player.getUsername());
  }

  servers(): readonly string[] {
    return toArray(this.#host.proxy().getAllServers()).map((server) => server.getServerInfo().getName());
  }

  ofPlayer(player: Player | null): PlayerScope {
    if (player === null) return NO_SCOPE;
    const permission = this.#exemptPermission;
    const isExempt = permission !== '' && this.hasPermission(player, permission);
    return { server: this.#serverOf(player), isExempt };
  }

  #serverOf(player: Player): string | undefined {
    if (!this.#withServers) return undefined;
    return player.getCurrentServer().orElse(null)?.getServerInfo().getName();
  }

  /** Called with an exception of a permission plugin. Logs the first one since the last reload. */
  permissionFailed(cause: unknown): void {
    if (!this.#hasFailed)
      this.#logger.warn(`A permission could not be looked up, and counts as not granted: ${String(cause)}`);
    this.#hasFailed = true;
  }

  /** Returns false if the permission plugin fails. */
  hasPermission(source: CommandSource, permission: string): boolean {
    try {
      return source.hasPermission(permission);
    } catch (cause) {
      this.permissionFailed(cause);
      return false;
    }
  }
}
