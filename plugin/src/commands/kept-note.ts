import type { BlocklistName } from '../../../shared/feature-control/editable-blocklists.ts';
import type { KnownBlocklists } from './administered-service.ts';
import { formatCount } from './format.ts';
import type { Span } from './reply.ts';

/** A line for each of these lists that Redis has lost: what Redis holds and what mods are answered differ then. */
export function keptNotes(blocklists: KnownBlocklists, clients: readonly BlocklistName[]): Span[][] {
  return clients.flatMap((client) => {
    const count = blocklists.keptFeatures(client);
    if (count === 0) return [];
    const whom: Span = client === undefined ? 'every client' : { name: client };
    const kept = `: ${formatCount(count, 'feature')} kept in memory and still blocked, until the list is written again.`;
    return [['Redis has lost the list for ', whom, kept]];
  });
}
