import type { Unblocking } from '../../../../shared/bridges/bridge.ts';
import { BRIDGES } from '../../../../shared/bridges/bridges.ts';
import { laterUnblocking } from '../../../../shared/bridges/later-unblocking.ts';
import { clientOf, parseBlocklistName } from '../../../../shared/feature-control/blocklist-name.ts';
import { useNodes, useStore } from '../state/context.ts';
import type { TextKey } from '../texts/translate.ts';
import { Sentence } from './sentence.tsx';

const KEYS: Readonly<Partial<Record<Unblocking, TextKey>>> = {
  'after the player has logged in again': 'edit.afterLogin',
  'after the player has restarted the game': 'edit.afterRestart',
};

/**
 * Lists the mods in which unblocking the feature takes effect later: those whose bridge a proxy has enabled,
 * or all of them while the console cannot read the proxies, for which the token needs a scope.
 */
export function LaterUnblocking({ list, feature }: { readonly list: string; readonly feature: string }) {
  const store = useStore();
  const maySeeNodes = store.may('metrics:read');
  const named = parseBlocklistName(list);
  const client = named && clientOf(named);
  const affected = laterUnblocking(BRIDGES, feature, client);
  const nodes = useNodes(maySeeNodes && affected.length > 0);
  const isKnown = maySeeNodes && store.nodes !== undefined;
  const enabled = new Set(nodes.flatMap(({ bridges = {} }) => Object.keys(bridges)));
  return (
    <>
      {affected.map(({ name, title, unblocking }) => {
        const key = KEYS[unblocking];
        return key === undefined || (isKnown && !enabled.has(name)) ? null : (
          <p key={name}>
            <Sentence phrase={{ key, values: { mod: title } }} />
          </p>
        );
      })}
    </>
  );
}
