import type { Unblocking } from '../../../../shared/bridges/bridge.ts';
import { BRIDGES } from '../../../../shared/bridges/bridges.ts';
import { laterUnblocking } from '../../../../shared/bridges/later-unblocking.ts';
import { parseBlocklistName } from '../../../../shared/feature-control/blocklist-name.ts';
import { useNodes, useStore } from '../state/context.ts';
import type { TextKey } from '../texts/translate.ts';
import { Sentence } from './sentence.tsx';

const KEYS: Readonly<Partial<Record<Unblocking, TextKey>>> = {
  'after the player has logged in again': 'edit.afterLogin',
  'after the player has restarted the game': 'edit.afterRestart',
};

/**
 * In which mods an un-blocking takes effect later: of those whose bridge a proxy has enabled, or of all where
 * the token does not let the console see proxies.
 */
export function LaterUnblocking({ list, feature }: { readonly list: string; readonly feature: string }) {
  const mayAsk = useStore().may('metrics:read');
  const named = parseBlocklistName(list);
  const client = named?.kind === 'client' ? named.name : undefined;
  const concerned = laterUnblocking(BRIDGES, feature, client);
  const nodes = useNodes(mayAsk && concerned.length > 0);
  const enabled = new Set(nodes.flatMap(({ bridges = {} }) => Object.keys(bridges)));
  return (
    <>
      {concerned.map(({ name, title, unblocking }) => {
        const key = KEYS[unblocking];
        return key === undefined || (mayAsk && !enabled.has(name)) ? null : (
          <p key={name}>
            <Sentence phrase={{ key, values: { mod: title } }} />
          </p>
        );
      })}
    </>
  );
}
