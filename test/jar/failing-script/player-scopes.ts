import type { Config } from '../../../plugin/src/config/parse-config.ts';
import { PlayerScopes as GoodPlayerScopes } from '../../../plugin/src/velocity/player-scopes.ts';

/** The permission in `scopes.exempt-permission` with which the settings cannot be applied. */
export const FAILING_PERMISSION = 'failing.permission';

/** Replaces the plugin's class. */
export class PlayerScopes extends GoodPlayerScopes {
  override apply(config: Config): void {
    super.apply(config);
    if (config.scopes['exempt-permission'] === FAILING_PERMISSION) throw new Error('the settings threw');
  }
}
