import type {
  BlocklistEntryBody,
  ChangeBody,
  EditedBody,
  EntryStateBody,
  HistoryBody,
} from '../../../../shared/rest/blocklist-edits.ts';
import type { LimitedPlayers, PlayerLimits, RejectedList } from '../../../../shared/rest/console.ts';

/** The state of one feature in one list. */
export type Entry = EntryStateBody & Pick<BlocklistEntryBody, 'lastChange'>;
export type Written = Pick<EditedBody, 'id'>;
export type Change = ChangeBody;
export type HistoryPage = HistoryBody;

/** The bodies of the responses that pages poll, by path. */
export interface PolledBodies {
  readonly 'v1/console/rate-limits': LimitedPlayers;
  readonly [path: `v1/rate-limits?player=${string}`]: PlayerLimits;
  readonly 'v1/console/rejected': RejectedList;
}
