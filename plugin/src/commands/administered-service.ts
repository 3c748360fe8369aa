import type { BlocklistStore } from '../../../shared/feature-control/blocklist-store.ts';
import type { EditableBlocklists } from '../../../shared/feature-control/editable-blocklists.ts';
import type { NameCatalogue } from '../../../shared/feature-control/name-catalogue.ts';
import type { Status } from '../status.ts';

/** What checks are answered from, with the clients that have lists. */
export interface KnownBlocklists extends BlocklistStore {
  clientsStartingWith(prefix: string, most: number): readonly string[];
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
  /** Reads the settings again and applies them. @returns one line that says why they are not applied */
  readonly reload: () => Promise<string | undefined>;
}
