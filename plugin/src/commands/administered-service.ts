import type { BlocklistStore } from '../../../shared/feature-control/blocklist-store.ts';
import type {
  BlocklistName,
  EditableBlocklists,
} from '../../../shared/feature-control/editable-blocklists.ts';
import type { NameCatalogue } from '../../../shared/feature-control/name-catalogue.ts';
import type { Reloaded } from '../current-service.ts';
import type { Status } from '../status.ts';

/** What checks are answered from, with the clients that have lists. */
export interface KnownBlocklists extends BlocklistStore {
  clientsStartingWith(prefix: string, most: number): readonly string[];
  /** Features of a list that Redis has lost, and that stay blocked as last known; 0 where it has not. @param client undefined for the global list */
  keptFeatures(client: BlocklistName): number;
}

/** What commands are about. Another one after each reload. */
export interface AdministeredService {
  readonly blocklists: KnownBlocklists;
  readonly editable: EditableBlocklists;
  readonly catalogue: NameCatalogue;
}

/** What commands need of the program. */
export interface Administration {
  readonly service: () => AdministeredService;
  readonly status: () => Status;
  /** Reads the settings again and applies them. */
  readonly reload: () => Promise<Reloaded>;
}
