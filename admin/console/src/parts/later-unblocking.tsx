import type { Unblocking } from '../../../../shared/bridges/bridge.ts';
import { BRIDGES } from '../../../../shared/bridges/bridges.ts';
import { laterUnblocking } from '../../../../shared/bridges/later-unblocking.ts';
import { clientOf, parseBlocklistName } from '../../../../shared/feature-control/blocklist-name.ts';
import { useRunningPrograms } from '../state/programs.ts';
import { t } from '../texts/translate.ts';
import type { TextKey } from '../texts/translate.ts';

const KEYS: Readonly<Partial<Record<Unblocking, TextKey>>> = {
  'after the player has logged in again': 'edit.afterLogin',
  'after the player has restarted the game': 'edit.afterRestart',
};

/**
 * Lists the mods in which unblocking the feature takes effect later: those whose bridge a proxy has enabled,
 * or all of them while the console cannot read the proxies, for which the token needs a scope.
 */
export function LaterUnblocking({ list, feature }: { readonly list: string; readonly feature: string }) {
  const named = parseBlocklistName(list);
  const affected = laterUnblocking(BRIDGES, feature, named && clientOf(named));
  const programs = useRunningPrograms(affected.length > 0);
  const isEnabled = (bridge: string): boolean =>
    programs === undefined || programs.some(({ bridges = {} }) => Object.hasOwn(bridges, bridge));
  return (
    <>
      {affected.map(({ name, title, unblocking }) => {
        const key = KEYS[unblocking];
        return key && isEnabled(name) && <p key={name}>{t(key, { mod: title })}</p>;
      })}
    </>
  );
}
