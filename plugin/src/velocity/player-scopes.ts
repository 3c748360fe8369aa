import { NO_SCOPE } from '../../../shared/feature-control/player-scope.ts';
import type { PlayerScope } from '../../../shared/feature-control/player-scope.ts';
import type { Logger } from '../../../shared/logger.ts';
import type { ScriptHost } from '../../types/bridge.ts';
import type { Player } from '../../types/velocity.ts';
import type { AdministeredPlayers } from '../commands/command.ts';
import type { Config } from '../config/parse-config.ts';
import { toArray } from './java-interop.ts';

/** What `[scopes]` makes of players: the server that each is on, and whether a permission frees them. */
export class PlayerScopes implements AdministeredPlayers {
  readonly #host: ScriptHost;
  readonly #logger: Logger;
  #settings: Config['scopes'] = { servers: false, 'exempt-permission': '' };
  #hasFailed = false;

  constructor(host: ScriptHost, logger: Logger) {
    this.#host = host;
    this.#logger = logger;
  }

  apply({ scopes }: Config): void {
    this.#settings = scopes;
    this.#hasFailed = false;
    this.#warnOfExemption();
  }

  /** @param id UUID, in lower case with hyphens; who is not on the proxy any more is on no server */
  of(id: string): PlayerScope {
    if (!usesScopes({ scopes: this.#settings })) return NO_SCOPE;
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
    if (player === null || !usesScopes({ scopes: this.#settings })) return NO_SCOPE;
    return { server: this.#serverOf(player), isExempt: this.#isExempt(player) };
  }

  #serverOf(player: Player): string | undefined {
    if (!this.#settings.servers) return undefined;
    return player.getCurrentServer().orElse(null)?.getServerInfo().getName();
  }

  /** To be called with what a permission plugin has thrown. Logged once until a reload. */
  permissionFailed(cause: unknown): void {
    if (!this.#hasFailed)
      this.#logger.warn(`A permission could not be looked up, and counts as not granted: ${String(cause)}`);
    this.#hasFailed = true;
  }

  /** A permission plugin that fails exempts nobody. */
  #isExempt(player: Player): boolean {
    const permission = this.#settings['exempt-permission'];
    if (permission === '') return false;
    try {
      return player.hasPermission(permission);
    } catch (cause) {
      this.permissionFailed(cause);
      return false;
    }
  }

  #warnOfExemption(): void {
    const permission = this.#settings['exempt-permission'];
    if (permission !== '')
      this.#logger.warn(
        `Players with the permission ${permission} are exempt from all blocklists ` +
          '(scopes.exempt-permission), which departs from the specification',
      );
  }
}

/** Whether answers depend on who asks. */
export function usesScopes({ scopes }: Pick<Config, 'scopes'>): boolean {
  return scopes.servers || scopes['exempt-permission'] !== '';
}
